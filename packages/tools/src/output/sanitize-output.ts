/** Command output as plain text: no escape sequences, no control characters but tab and newline, no lone CR. */
export function sanitizeOutput(text: string): string {
	// Most output has neither, and both passes cost a copy.
	const plain = text.includes("\x1b") ? Bun.stripANSI(text) : text;
	const lines = plain.includes("\r") ? plain.replace(/\r\n?/g, "\n") : plain;
	return lines.replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "");
}
