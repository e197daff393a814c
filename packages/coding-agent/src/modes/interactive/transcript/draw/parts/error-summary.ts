import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";

const maxChars = 300;

/** What an error says to a person: of a JSON body only its message, and of a long text the beginning. */
export function errorSummary(text: string): string {
	const plain = plainText(text).trim();
	const start = plain.indexOf("{");
	const message = start === -1 ? undefined : messageIn(plain.slice(start));
	const before = plain.slice(0, start).trim();
	const summary = message === undefined ? plain : [before, message].filter(Boolean).join(" ");
	const line = summary.replace(/\s*\n\s*/g, " ");
	return line.length > maxChars ? `${line.slice(0, maxChars)}…` : line;
}

function messageIn(body: string): string | undefined {
	try {
		return findMessage(JSON.parse(body));
	} catch {
		// Not JSON, or cut off: the text is shown as it is.
		return undefined;
	}
}

function findMessage(value: unknown): string | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	if ("message" in value && typeof value.message === "string") return value.message;
	return "error" in value ? (typeof value.error === "string" ? value.error : findMessage(value.error)) : undefined;
}
