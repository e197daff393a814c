import { copyLine, copyPrompt } from "../actions/copy-draft.ts";
import type { Mode } from "../mode.ts";
import type { PromptAction } from "./prompt-actions.ts";

/** What the `#` menu offers. */
export function draftActions(mode: Mode): PromptAction[] {
	const { draft } = mode;
	return [
		{ name: "copy-line", description: "Copy the line", act: () => copyLine(mode) },
		{ name: "copy-prompt", description: "Copy the whole prompt", act: () => copyPrompt(mode) },
		{ name: "undo", description: "Take the last change back", act: () => draft.perform("tui.editor.undo") },
		{ name: "start", description: "Go to the beginning", act: () => draft.moveCaret("start") },
		{ name: "end", description: "Go to the end", act: () => draft.moveCaret("end") },
	];
}
