import { type Action, always } from "./action.ts";

export const copyLine: Action = always(({ draft, copy, notify }) => {
	copy(draft.line);
	notify("info", "Copied the line");
});

export const copyPrompt: Action = always(({ draft, copy, notify }) => {
	copy(draft.expandedText);
	notify("info", "Copied the prompt");
});
