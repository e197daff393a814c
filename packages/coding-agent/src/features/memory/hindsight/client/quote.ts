import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import type { RecallRow } from "./hindsight-client.ts";

/** Text of a server that can neither end the block it is in nor look like a tag of omp's own. */
export function quoteText(text: string): string {
	return plainText(text).replaceAll("<", "‹").replaceAll(">", "›");
}

const maxLineChars = 4000;

/** `text [type] (date)`, in one line. */
export function quoteRow({ text, type, mentionedAt, outside }: RecallRow): string {
	const parts = [
		oneLine(quoteText(text), maxLineChars),
		type ? `[${oneLine(quoteText(type), 40)}]` : "",
		mentionedAt ? `(${oneLine(quoteText(mentionedAt), 40)})` : "",
		outside ? `[outside: ${oneLine(quoteText(outside.join(", ")), 200)}]` : "",
	];
	return parts.filter((part) => part !== "").join(" ");
}
