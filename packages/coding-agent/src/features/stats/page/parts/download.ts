import { h } from "./dom.ts";
import type { Column } from "./table.ts";

export function saveCsv<Row>(name: string, columns: ReadonlyArray<Column<Row>>, rows: readonly Row[]): void {
	const lines = [
		columns.map(({ name: head }) => head),
		...rows.map((row) => columns.map(({ read }) => read(row) ?? "")),
	];
	save(`${name}.csv`, "text/csv", lines.map((cells) => cells.map(quote).join(",")).join("\r\n"));
}

export function saveJson<Row>(name: string, columns: ReadonlyArray<Column<Row>>, rows: readonly Row[]): void {
	const objects = rows.map((row) => Object.fromEntries(columns.map(({ name: head, read }) => [head, read(row)])));
	save(`${name}.json`, "application/json", JSON.stringify(objects, null, 2));
}

/** A cell that begins like a formula would be run by spreadsheets. */
function quote(value: string | number): string {
	const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function save(name: string, type: string, text: string): void {
	const url = URL.createObjectURL(new Blob([text], { type }));
	h("a", { href: url, download: name }).click();
	// The download has begun by then.
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
