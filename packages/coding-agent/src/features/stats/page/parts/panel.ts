import { h } from "./dom.ts";
import { saveCsv, saveJson } from "./download.ts";
import { type Column, drawTable } from "./table.ts";

/** Panels whose table is open, by title; outlives a redraw. */
export type OpenTables = Set<string>;

export interface PanelOptions<Row> {
	readonly title: string;
	readonly columns: ReadonlyArray<Column<Row>>;
	readonly rows: readonly Row[];
	/** Without one the table is the panel. */
	readonly chart?: () => HTMLElement;
	readonly empty?: string;
	readonly isWide?: boolean;
	readonly open: OpenTables;
}

/** A chart with the table behind it, or a table, and both as CSV and JSON. */
export function drawPanel<Row>({ title, columns, rows, chart, empty, isWide, open }: PanelOptions<Row>): HTMLElement {
	const id = title.toLowerCase().replace(/[^a-z\d]+/g, "-");
	const panel = h("section", { class: isWide ? "panel wide" : "panel", "aria-labelledby": `${id}-title` });
	const header = h("header", {}, h("h2", { id: `${id}-title` }, title));
	panel.append(header);
	if (rows.length === 0) {
		panel.append(h("p", { class: "state" }, empty ?? "Nothing in this time."));
		return panel;
	}
	const table = h("div", { id: `${id}-table` });
	const show = (isOpen: boolean) => table.replaceChildren(...(isOpen ? [drawTable(title, columns, rows)] : []));
	const fileName = `omp-${id}`;
	if (chart !== undefined) {
		panel.append(chart());
		const toggle = h(
			"button",
			{
				type: "button",
				id: `${id}-toggle`,
				"aria-expanded": String(open.has(id)),
				"aria-controls": `${id}-table`,
				"aria-label": `Table: ${title}`,
				onclick: () => {
					if (!open.delete(id)) open.add(id);
					toggle.setAttribute("aria-expanded", String(open.has(id)));
					show(open.has(id));
				},
			},
			"Table",
		);
		header.append(toggle);
	}
	header.append(
		h(
			"button",
			{
				type: "button",
				id: `${id}-csv`,
				"aria-label": `CSV: ${title}`,
				onclick: () => saveCsv(fileName, columns, rows),
			},
			"CSV",
		),
		h(
			"button",
			{
				type: "button",
				id: `${id}-json`,
				"aria-label": `JSON: ${title}`,
				onclick: () => saveJson(fileName, columns, rows),
			},
			"JSON",
		),
	);
	show(chart === undefined || open.has(id));
	panel.append(table);
	return panel;
}

export interface Tile {
	readonly name: string;
	readonly value: string;
	readonly note?: string;
}

/** Single numbers at the top of a page. */
export function drawTiles(tiles: readonly Tile[]): HTMLElement {
	return h(
		"div",
		{ class: "tiles" },
		...tiles.map(({ name, value, note }) =>
			h(
				"dl",
				{ class: "tile" },
				h("dt", {}, name),
				h("dd", {}, value),
				note === undefined ? null : h("dd", { class: "note" }, note),
			),
		),
	);
}
