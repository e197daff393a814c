import { h } from "./dom.ts";
import { drawFolder } from "./folder.ts";

export type Cell = string | number | null;

export interface Column<Row> {
	readonly name: string;
	readonly read: (row: Row) => Cell;
	/** How the value is shown; a node may do something. */
	readonly show?: (row: Row) => string | Node;
	readonly isText?: boolean;
	readonly wraps?: boolean;
	/** A path; its column takes the room that the others leave. */
	readonly isFolder?: boolean;
	/** A bar under the number, as a share of the largest. */
	readonly hasMeter?: boolean;
}

/** A table that can be sorted by its heads. */
export function drawTable<Row>(label: string, columns: ReadonlyArray<Column<Row>>, rows: readonly Row[]): HTMLElement {
	const body = h("tbody");
	const most = columns.map(({ hasMeter, read }) =>
		hasMeter ? rows.reduce((largest, row) => Math.max(largest, Number(read(row))), 0) : 0,
	);
	const fill = (sorted: readonly Row[]) =>
		body.replaceChildren(
			...sorted.map((row) => h("tr", {}, ...columns.map((column, index) => drawCell(column, row, most[index] ?? 0)))),
		);
	const heads = columns.map((column) => {
		const head = h("th", { scope: "col", ...buildClass(column) });
		const sort = () => {
			const isDescending = head.getAttribute("aria-sort") !== "descending";
			for (const other of heads) other.removeAttribute("aria-sort");
			head.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
			fill([...rows].sort((a, b) => compare(column.read(a), column.read(b)) * (isDescending ? -1 : 1)));
		};
		head.append(h("button", { type: "button", onclick: sort }, column.name));
		return head;
	});
	fill(rows);
	const table = h("table", { "aria-label": label }, h("thead", {}, h("tr", {}, ...heads)), body);
	return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Table: ${label}` }, table);
}

function drawCell<Row>(column: Column<Row>, row: Row, most: number): HTMLElement {
	const value = column.read(row);
	const shown = column.isFolder ? drawFolder(String(value)) : (column.show?.(row) ?? String(value ?? "–"));
	const cell = h("td", buildClass(column), shown);
	if (column.hasMeter && most > 0) {
		const filled = h("i");
		filled.style.width = `${Math.max(0, (Number(value) / most) * 100)}%`;
		cell.append(h("span", { class: "meter", "aria-hidden": "true" }, filled));
	}
	return cell;
}

function buildClass<Row>({ isText, wraps, isFolder }: Column<Row>): { readonly class?: string } {
	const names = [isText && "text", wraps && "wrap", isFolder && "folder-cell"].filter(Boolean).join(" ");
	return names === "" ? {} : { class: names };
}

function compare(a: Cell, b: Cell): number {
	if (typeof a === "string" && typeof b === "string") return a.localeCompare(b);
	return Number(a ?? Number.NEGATIVE_INFINITY) - Number(b ?? Number.NEGATIVE_INFINITY);
}
