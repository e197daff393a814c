import type { Draft } from "../mode.ts";

/** A text that would stand in the editor is told instead, to be typed or changed. */
export function spokenDraft(write: (text: string) => void): Draft {
	const tell = (text: string) => write(`Text to send again: ${text}\n`);
	return {
		text: "",
		expandedText: "",
		line: "",
		images: [],
		isEmpty: true,
		isCompleting: false,
		setText: tell,
		insert: tell,
		paste: tell,
		attach: () => {},
		perform: () => {},
		moveCaret: () => {},
		take: () => "",
		discard: () => {},
	};
}
