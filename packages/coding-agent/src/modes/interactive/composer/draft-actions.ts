import type { Mode } from "../mode.ts";
import type { PromptAction } from "./prompt-actions.ts";

/** What the `#` menu offers. */
export function draftActions({ draft, copy, notify }: Mode): PromptAction[] {
	return [
		{
			name: "copy-line",
			description: "Copy the line",
			act() {
				copy(draft.line);
				notify("info", "Copied the line");
			},
		},
		{
			name: "copy-prompt",
			description: "Copy the whole prompt",
			act() {
				copy(draft.expandedText);
				notify("info", "Copied the prompt");
			},
		},
		{ name: "undo", description: "Take the last change back", act: () => draft.perform("tui.editor.undo") },
		{ name: "start", description: "Go to the beginning", act: () => draft.moveCaret("start") },
		{ name: "end", description: "Go to the end", act: () => draft.moveCaret("end") },
	];
}
