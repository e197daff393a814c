/** A name as one line without control characters; empty when nothing is left. */
export function cleanSessionName(name: string): string {
	const line = name.trim().split(/[\r\n]/, 1)[0] ?? "";
	return line
		.replace(/[\u0000-\u001f\u007f-\u009f]/g, "")
		.replace(/\s+/g, " ")
		.trim();
}
