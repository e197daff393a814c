import type { Scene } from "./scene.ts";
import { approval } from "./scenes/approval.ts";
import { editDiff } from "./scenes/edit-diff.ts";
import { longAnswer } from "./scenes/long-answer.ts";
import { modelPicker } from "./scenes/model-picker.ts";
import { narrow } from "./scenes/narrow.ts";
import { runningBash } from "./scenes/running-bash.ts";
import { settings } from "./scenes/settings.ts";
import { tree } from "./scenes/tree.ts";
import { welcome } from "./scenes/welcome.ts";

export const scenes: readonly Scene[] = [
	welcome,
	longAnswer,
	editDiff,
	runningBash,
	approval,
	modelPicker,
	tree,
	settings,
	narrow,
];
