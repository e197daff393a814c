/** A Jupyter notebook as far as we look into it; whatever else it holds is kept. */
export interface Notebook {
	readonly cells: readonly NotebookCell[];
	readonly [key: string]: unknown;
}

export interface NotebookCell {
	readonly cell_type: string;
	readonly source: string | readonly string[];
	readonly [key: string]: unknown;
}

const cellMarker = /^# %% \[(code|markdown|raw)\](?: cell:(\d+))?\s*$/;
const markerLike = /^# %%(%*) \[(?:code|markdown|raw)\](?: cell:\d+)?\s*$/;

/** `undefined` for JSON that is no notebook. */
export function parseNotebook(json: string): Notebook | undefined {
	try {
		const value: unknown = JSON.parse(json);
		return isNotebook(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** The text that stands for a notebook: a marker line for each cell, then its source. */
export function notebookText(notebook: Notebook): string {
	return notebook.cells
		.map((cell, index) => {
			const source = sourceOf(cell)
				.split("\n")
				.map((line) => (markerLike.test(line) ? line.replace("# %%", "# %%%") : line))
				.join("\n");
			return `# %% [${cell.cell_type}] cell:${index}\n${source}${source && "\n"}`;
		})
		.join("");
}

/**
 * The notebook that a changed text stands for. A cell that names one of the original keeps everything of it but type and
 * source; `undefined` when the text does not begin with a marker.
 */
export function withNotebookText(original: Notebook | undefined, text: string): Notebook | undefined {
	const parts = splitCells(text);
	if (!parts) return undefined;
	const unused = new Map((original?.cells ?? []).map((cell, index) => [index, cell]));
	const cells = parts.map(({ type, number, source }) => {
		const before = number === undefined ? undefined : unused.get(number);
		if (before && number !== undefined) unused.delete(number);
		return rebuildCell(before, type, source);
	});
	return original ? { ...original, cells } : { cells, metadata: {}, nbformat: 4, nbformat_minor: 5 };
}

/** JSON in the layout of the file it replaces; Jupyter's own where there is none. */
export function notebookJson(notebook: Notebook, replaced: string | undefined): string {
	const indent = /\n([ \t]+)"/.exec(replaced ?? "")?.[1] ?? " ";
	return JSON.stringify(notebook, null, indent) + (replaced === undefined || replaced.endsWith("\n") ? "\n" : "");
}

function splitCells(text: string): Array<{ type: string; number: number | undefined; source: string }> | undefined {
	if (text.trim() === "") return [];
	const cells: Array<{ type: string; number: number | undefined; lines: string[] }> = [];
	for (const line of text.split("\n")) {
		const [, type, number] = cellMarker.exec(line) ?? [];
		if (type !== undefined) cells.push({ type, number: number === undefined ? undefined : Number(number), lines: [] });
		else if (cells.length === 0) return undefined;
		else cells.at(-1)?.lines.push(markerLike.test(line) ? line.replace("# %%", "# %") : line);
	}
	return cells.map(({ type, number, lines }, index) => {
		// Every cell but the last is followed by the line break before the next marker.
		const isLast = index === cells.length - 1;
		const body = isLast && lines.at(-1) === "" ? lines.slice(0, -1) : lines;
		return { type, number, source: body.join("\n") };
	});
}

function rebuildCell(before: NotebookCell | undefined, type: string, source: string): NotebookCell {
	const { execution_count, outputs, ...rest }: Readonly<Record<string, unknown>> = before ?? { metadata: {} };
	const cell = { ...rest, cell_type: type, source: source === "" ? [] : source.split(/(?<=\n)/) };
	if (type !== "code") return cell;
	return { ...cell, execution_count: execution_count ?? null, outputs: outputs ?? [] };
}

function sourceOf({ source }: NotebookCell): string {
	return typeof source === "string" ? source : source.join("");
}

function isNotebook(value: unknown): value is Notebook {
	if (typeof value !== "object" || value === null || !("cells" in value) || !Array.isArray(value.cells)) return false;
	return value.cells.every(
		(cell: unknown) =>
			typeof cell === "object" &&
			cell !== null &&
			"cell_type" in cell &&
			typeof cell.cell_type === "string" &&
			"source" in cell &&
			(typeof cell.source === "string" || Array.isArray(cell.source)),
	);
}
