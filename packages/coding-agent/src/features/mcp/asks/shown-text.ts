import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";

const usualMax = 4000;

/** Text of a server for the user: nothing in it can hide or move anything, and it leaves room for the answer. */
export function shownText(text: string, maxChars = usualMax): string {
	const cut = text.length > maxChars ? `${text.slice(0, maxChars)} …` : text;
	return visibleText(cut.trim());
}
