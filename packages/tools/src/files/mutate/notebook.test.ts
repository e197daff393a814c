import { expect, test } from "bun:test";
import { editing } from "../../edit/testing/editing.ts";
import { notebookText, parseNotebook } from "../notebooks/notebook-text.ts";

const notebook = {
	cells: [
		{ cell_type: "markdown", id: "a", metadata: { keep: 1 }, source: ["# Title\n", "text"] },
		{ cell_type: "code", id: "b", metadata: {}, source: ["x = 1"], execution_count: 3, outputs: [{ data: 1 }] },
	],
	metadata: { kernel: "python" },
	nbformat: 4,
	nbformat_minor: 5,
};

test("a notebook is edited as the text of its cells, and what is not text stays", async () => {
	await using project = await editing({ "n.ipynb": `${JSON.stringify(notebook, null, 1)}\n` });
	const parsed = parseNotebook(await project.read("n.ipynb"));
	const text = parsed ? notebookText(parsed) : "";
	const tag = project.ports.snapshots.record(project.file("n.ipynb"), text, "all");
	const output = await project.hashline(`[n.ipynb#${tag}]\nPUT 5:\n+x = 2\n+y = 3`);
	expect(String(output.content).split("\n").slice(1)).toEqual(["3:text", "4:# %% [code] cell:1", "5:x = 2", "6:y = 3"]);
	expect(JSON.parse(await project.read("n.ipynb"))).toEqual({
		...notebook,
		cells: [notebook.cells[0], { ...notebook.cells[1], source: ["x = 2\n", "y = 3"] }],
	} as never);
	const before = await project.read("n.ipynb");
	await expect(
		project.replace({ path: "n.ipynb", old_string: "# %% [markdown] cell:0\n", new_string: "" }),
	).rejects.toThrow("The text of n.ipynb must begin with a cell marker");
	expect(await project.read("n.ipynb")).toBe(before);
});

test("a file that only has the name of a notebook is text", async () => {
	await using project = await editing({ "n.ipynb": "not json\n" });
	await project.replace({ path: "n.ipynb", old_string: "not", new_string: "no" });
	expect(await project.read("n.ipynb")).toBe("no json\n");
});
