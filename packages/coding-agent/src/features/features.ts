import { definedMembers } from "@oh-my-pi/pi-utils/defect";
import { browserFeature } from "./browser/feature.ts";
import { budgetFeature } from "./budget/feature.ts";
import { claudeHooksFeature } from "./claude-hooks/feature.ts";
import type { Feature } from "./contract/feature.ts";
import { debugFeature } from "./debug/feature.ts";
import { extensionsFeature } from "./extensions/feature.ts";
import { githubFeature } from "./github/feature.ts";
import { goalFeature } from "./goal/feature.ts";
import { kernelsFeature } from "./kernels/feature.ts";
import { lspFeature } from "./lsp/feature.ts";
import { mcpFeature } from "./mcp/feature.ts";
import { planFeature } from "./plan/feature.ts";
import { pluginsFeature } from "./plugins/feature.ts";
import { processesFeature } from "./processes/feature.ts";
import { sshFeature } from "./ssh/feature.ts";
import { subagentsFeature } from "./subagents/feature.ts";
import { webFeature } from "./web/feature.ts";

/** What omp can do beside talking to a model, a line each. They start, join and open in this order. */
export const features: readonly Feature[] = definedMembers<Feature>("features", [
	budgetFeature,
	webFeature,
	kernelsFeature,
	processesFeature,
	browserFeature,
	debugFeature,
	subagentsFeature,
	extensionsFeature,
	claudeHooksFeature,
	mcpFeature,
	githubFeature,
	sshFeature,
	lspFeature,
	pluginsFeature,
	planFeature,
	goalFeature,
]);
