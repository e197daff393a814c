/** A table, padded like the formatter does. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
	const line = (cells: readonly string[], filler = " ") =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(" | ")} |`;
	return [
		line(head),
		line(
			head.map(() => ""),
			"-",
		),
		...rows.map((row) => line(row)),
	].join("\n");
}

export function code(text: string): string {
	return `\`${text}\``;
}
