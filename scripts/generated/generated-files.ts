import { browserScript } from "./browser-script.ts";
import { checkedRules } from "./checked-rules.ts";
import { cliReference } from "./cli-reference.ts";
import { embeddedDocs } from "./embedded-docs.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { settingsReference } from "./settings-reference.ts";
import { subagentStatesReference } from "./subagent-states.ts";
import { toolSettingsList } from "./tool-settings.ts";
import { toolSummaries } from "./tool-summaries.ts";

export const generatedFiles: readonly GeneratedFile[] = [
	checkedRules,
	cliReference,
	browserScript("packages/coding-agent/src/features/stats/page/dashboard.ts"),
	browserScript("packages/coding-agent/src/features/collab/page/guest-page.ts"),
	browserScript("packages/coding-agent/src/features/collab/page/viewer.ts"),
	embeddedDocs,
	settingsReference,
	subagentStatesReference,
	toolSettingsList,
	toolSummaries,
];
