import { expect, test } from "bun:test";
import { notebookJson, notebookText, parseNotebook, withNotebookText } from "./notebook-text.ts";

const notebook = {
	cells: [
		{ cell_type: "markdown", id: "a", metadata: { tags: ["x"] }, source: ["# Title\n", "text"] },
		{
			cell_type: "code",
			id: "b",
			execution_count: 3,
			metadata: {},
			outputs: [{ output_type: "stream" }],
			source: "1 + 1\n",
		},
		{ cell_type: "raw", id: "c", metadata: {}, source: [] },
	],
	metadata: { kernelspec: { name: "python3" } },
	nbformat: 4,
	nbformat_minor: 4,
};
const text = "# %% [markdown] cell:0\n# Title\ntext\n# %% [code] cell:1\n1 + 1\n\n# %% [raw] cell:2\n";

test("a notebook reads as marker lines and sources", () => {
	expect(notebookText(notebook)).toBe(text);
});

test("saving an unchanged text loses nothing", () => {
	const saved = withNotebookText(notebook, text);
	expect(saved).toEqual({
		...notebook,
		cells: [notebook.cells[0], { ...notebook.cells[1], source: ["1 + 1\n"] }, notebook.cells[2]],
	} as never);
});

test("cells are moved, retyped, added and dropped by what the text says", () => {
	const changed =
		"# %% [code] cell:1\n2 + 2\n# %% [code] cell:0\nprint(1)\n# %% [markdown] cell:1\nagain\n# %% [code]\nnew";
	expect(withNotebookText(notebook, changed)?.cells).toEqual([
		{
			cell_type: "code",
			id: "b",
			execution_count: 3,
			metadata: {},
			outputs: [{ output_type: "stream" }],
			source: ["2 + 2"],
		},
		{ cell_type: "code", id: "a", execution_count: null, metadata: { tags: ["x"] }, outputs: [], source: ["print(1)"] },
		{ cell_type: "markdown", metadata: {}, source: ["again"] },
		{ cell_type: "code", execution_count: null, metadata: {}, outputs: [], source: ["new"] },
	]);
});

test("a cell that stops being code loses its outputs", () => {
	expect(withNotebookText(notebook, "# %% [markdown] cell:1\nwords\n")?.cells).toEqual([
		{ cell_type: "markdown", id: "b", metadata: {}, source: ["words"] },
	]);
});

test("source lines that look like markers survive", () => {
	const tricky = { ...notebook, cells: [{ cell_type: "code", source: "# %% [code] cell:9\n# %%% [raw]\n# %% other" }] };
	const shown = notebookText(tricky);
	expect(shown).toBe("# %% [code] cell:0\n# %%% [code] cell:9\n# %%%% [raw]\n# %% other\n");
	expect(withNotebookText(tricky, shown)?.cells[0]?.source).toEqual([
		"# %% [code] cell:9\n",
		"# %%% [raw]\n",
		"# %% other",
	]);
});

test.each(["", "x", "x\n", "\n", "\n\nx\n\n", "a\r\nb"])("the source %p comes back as it was", (source) => {
	for (const cells of [[source], [source, "next"], ["first", source]]) {
		const before = { ...notebook, cells: cells.map((text) => ({ cell_type: "code", source: text })) };
		const after = withNotebookText(before, notebookText(before));
		expect(after?.cells.map((cell) => (cell.source as string[]).join(""))).toEqual(cells);
	}
});

test("an empty text is a notebook without cells, and text before the first marker is refused", () => {
	expect(withNotebookText(undefined, "")).toEqual({ cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 });
	expect(withNotebookText(notebook, "words\n# %% [code]\nx")).toBeUndefined();
});

test("what is no notebook is not taken for one", () => {
	expect([parseNotebook("{}"), parseNotebook("no"), parseNotebook('{"cells":[1]}')]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	expect(parseNotebook(JSON.stringify(notebook))).toEqual(notebook);
});

test("the layout of the file is kept", () => {
	const small = { cells: [], nbformat: 4 };
	expect(notebookJson(small, '{\n  "cells": []\n}')).toBe('{\n  "cells": [],\n  "nbformat": 4\n}');
	expect(notebookJson(small, undefined)).toBe('{\n "cells": [],\n "nbformat": 4\n}\n');
});
