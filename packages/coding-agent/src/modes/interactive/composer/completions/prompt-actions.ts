import type { CompletionProvider } from "@oh-my-pi/pi-tui/widgets/editor/completions";
import type { ClipboardPort, DraftPort, NoticePort } from "../../../../commands/contract/screen-ports.ts";
import { rankByName } from "./rank-by-name.ts";

export interface PromptAction {
	readonly name: string;
	readonly description: string;
	readonly act: () => unknown;
}

/** What can be done with the prompt, after a `#` that begins a word; digits stay what they are. */
export function promptActions(actions: readonly PromptAction[]): CompletionProvider {
	return {
		complete({ state }) {
			const before = (state.lines[state.lineIndex] ?? "").slice(0, state.column);
			const typed = /(?:^|\s)#([a-z-]*)$/.exec(before)?.[1];
			if (typed === undefined) return undefined;
			const items = rankByName(typed, actions, (action) => action).map(({ name, description, act }) => ({
				label: `#${name}`,
				description,
				act: () => void act(),
			}));
			return items.length === 0 ? undefined : { items, start: before.length - typed.length - 1, end: before.length };
		},
	};
}

/** What the `#` menu offers. */
export function draftActions({ draft, copy, notify }: DraftPort & ClipboardPort & NoticePort): PromptAction[] {
	const copyText = (text: string, message: string) => {
		copy(text);
		notify("info", message);
	};
	return [
		{ name: "copy-line", description: "Copy the line", act: () => copyText(draft.line, "Copied the line") },
		{
			name: "copy-prompt",
			description: "Copy the whole prompt",
			act: () => copyText(draft.expandedText, "Copied the prompt"),
		},
		{ name: "undo", description: "Undo the last change", act: () => draft.perform("tui.editor.undo") },
		{ name: "start", description: "Move to the beginning", act: () => draft.moveCaret("start") },
		{ name: "end", description: "Move to the end", act: () => draft.moveCaret("end") },
	];
}
