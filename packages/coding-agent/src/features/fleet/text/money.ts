export function money(usd: number): string {
	return `$${usd.toFixed(2)}`;
}

export function countOf(number: number, word: string): string {
	return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}
