import type { Draft } from "../mode.ts";

/** A text that would stand in the editor is told instead, to be typed or changed. */
export function spokenDraft(write: (text: string) => void): Draft {
	return {
		text: "",
		isEmpty: true,
		isCompleting: false,
		setText: (text) => write(`Text to send again: ${text}\n`),
		take: () => "",
	};
}
