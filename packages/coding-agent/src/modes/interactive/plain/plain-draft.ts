import type { Draft } from "../../../commands/screen-ports.ts";

/** There is no editor: a text for it is printed, to be typed again or changed. */
export function plainDraft(write: (text: string) => void): Draft {
	const print = (text: string) => write(`Text to send again: ${text}\n`);
	return {
		text: "",
		expandedText: "",
		line: "",
		images: [],
		isEmpty: true,
		isCompleting: false,
		setText: print,
		insert: print,
		paste: print,
		attach: () => {},
		perform: () => {},
		moveCaret: () => {},
		take: () => "",
		discard: () => {},
	};
}
