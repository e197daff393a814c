/** `line 1` and so on, each with its end. */
export function numbered(count: number): string {
	return Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
}
