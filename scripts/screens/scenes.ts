import type { Scene } from "./scene.ts";
import { agentHub, openedAgent } from "./scenes/agents.ts";
import { approval } from "./scenes/approval.ts";
import { question } from "./scenes/ask.ts";
import { editDiff } from "./scenes/edit-diff.ts";
import { error } from "./scenes/error.ts";
import { help } from "./scenes/help.ts";
import { longAnswer } from "./scenes/long-answer.ts";
import { mermaid } from "./scenes/mermaid.ts";
import { modelPicker } from "./scenes/model-picker.ts";
import { runningBash } from "./scenes/running-bash.ts";
import { settings } from "./scenes/settings.ts";
import { tree } from "./scenes/tree.ts";
import { undo } from "./scenes/undo.ts";
import { webSession } from "./scenes/web-session.ts";
import { welcome } from "./scenes/welcome.ts";
import { wizard } from "./scenes/wizard.ts";

export const scenes: readonly Scene[] = [
	welcome,
	wizard,
	longAnswer,
	editDiff,
	runningBash,
	approval,
	modelPicker,
	tree,
	undo,
	settings,
	help,
	error,
	question,
	mermaid,
	agentHub,
	openedAgent,
	webSession,
];
