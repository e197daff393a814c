import type { DraftInput } from "../open/typing-guard.ts";

/** A draft without an editor. */
export function fakeDraft(written = ""): DraftInput {
	let text = written;
	const add = (more: string) => {
		text += more;
	};
	return {
		get text() {
			return text;
		},
		get expandedText() {
			return text;
		},
		handleInput: add,
		paste: add,
		insert: add,
		setText: (next) => {
			text = next;
		},
	};
}
