import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import type { Gate } from "@oh-my-pi/pi-testkit/servers/replies";
import { delivered, gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const source = Array.from({ length: 60 }, (_, index) => `const value${index + 1} = ${index + 1};`).join("\n");

/** Streams all but the end of a call; the rest follows when the gate opens. */
function almostWhole(tool: string, args: Record<string, unknown>, opening: Gate) {
	const chunkChars = 40;
	const chunks = Math.floor(JSON.stringify(args).length / chunkChars) - 1;
	return delivered(toolCall(tool, args), { chunkChars, hold: { afterChunks: chunks, gate: opening } });
}

verifies("tools-files:hashline:preview", async () => {
	const opening = gate();
	const input = (tag: string) =>
		`[a.ts#${tag}]\nPUT 30:\n+const thirty = "${"x".repeat(300)}";\nPUT 50:\n+const fifty = 50;\n+const more = 51;\n`;
	await using omp = await ompProject({ files: { "a.ts": source } });
	omp.model.script(toolCall("read", { i: "Reading", path: "a.ts" }), text("Read."));
	await using terminal = ptyRun([...omp.command], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	terminal.type("read it\r");
	await terminal.waitFor("Read.");
	const tag = /a\.ts#([0-9A-F]{4})/.exec(JSON.stringify(omp.model.requests.at(-1)?.messages))?.[1] ?? "";
	omp.model.script(almostWhole("edit", { i: "Changing", input: input(tag) }, opening), text("Changed."));
	terminal.type("change it\r");
	await terminal.waitFor("-30│const value30 = 30;");
	await terminal.waitFor("+30│const thirty");
	expect(await omp.files.read("a.ts")).toBe(source);
	opening.open();
	await terminal.waitFor("Changed.");
	expect(await omp.files.read("a.ts")).toContain("const more = 51;");
});

interface Previewed {
	readonly tool: "edit" | "write";
	readonly mode?: string;
	readonly args: Record<string, unknown>;
	/** Shown while the call is still streaming. */
	readonly rows: readonly string[];
	readonly file: string;
	readonly after: string;
}

const filler = `// ${"x".repeat(200)}`;
const patchRows = "@@\n const value1 = 1;\n-const value2 = 2;\n+const two = 2;\n";
const shortened = source.replace("const value2 = 2;", "const two = 2;");

const previews: Readonly<Record<string, Previewed>> = {
	"edit by patch": {
		tool: "edit",
		mode: "patch",
		args: { i: "Changing", path: "a.ts", edits: [{ op: "update", diff: `${patchRows}+${filler}\n` }] },
		rows: ["-2│const value2 = 2;", "+2│const two = 2;"],
		file: "a.ts",
		after: shortened.replace("const two = 2;", `const two = 2;\n${filler}`),
	},
	"a file made by patch": {
		tool: "edit",
		mode: "patch",
		args: { i: "Making", path: "b.ts", edits: [{ op: "create", diff: `const one = 1;\n${filler}\n` }] },
		rows: ["+1│const one = 1;"],
		file: "b.ts",
		after: `const one = 1;\n${filler}\n`,
	},
	"edit by apply_patch": {
		tool: "edit",
		mode: "apply_patch",
		args: {
			i: "Changing",
			input: `*** Begin Patch\n*** Update File: a.ts\n${patchRows}+${filler}\n*** End Patch\n`,
		},
		rows: ["-2│const value2 = 2;", "+2│const two = 2;"],
		file: "a.ts",
		after: shortened.replace("const two = 2;", `const two = 2;\n${filler}`),
	},
	"edit by replace": {
		tool: "edit",
		mode: "replace",
		args: {
			i: "Changing",
			path: "a.ts",
			old_string: "const value2 = 2;",
			new_string: `const two = 2;\n${filler}`,
		},
		rows: ["-1│const value2 = 2;", "+1│const two = 2;"],
		file: "a.ts",
		after: shortened.replace("const two = 2;", `const two = 2;\n${filler}`),
	},
	write: {
		tool: "write",
		args: { i: "Writing", path: "b.ts", content: `const one = 1;\nconst two = 2;\n${filler}\n` },
		rows: ["1│const one = 1;", "2│const two = 2;"],
		file: "b.ts",
		after: `const one = 1;\nconst two = 2;\n${filler}\n`,
	},
};

verifies(
	"tui:tool-block:edit-and-write",
	async () => {
		for (const [name, { tool, mode, args, rows, file, after }] of Object.entries(previews)) {
			const opening = gate();
			const replies = [almostWhole(tool, args, opening), text(`Done: ${name}.`)];
			await using omp = await ompProject({ files: { "a.ts": source }, replies });
			if (mode) await omp.home.write(".omp/agent/config.yml", `edit: { mode: ${mode} }\n`);
			await using terminal = ptyRun([...omp.command], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
			await terminal.waitFor("Acme One");
			terminal.type("go\r");
			for (const row of rows) await terminal.waitFor(row);
			expect([name, await omp.files.read("a.ts")]).toEqual([name, source]);
			opening.open();
			await terminal.waitFor(`Done: ${name}.`);
			expect([name, await omp.files.read(file)]).toEqual([name, after]);
		}
	},
	60_000,
);

test("a file is previewed while the write call streams", async () => {
	const opening = gate();
	const replies = [almostWhole("write", { i: "Writing", path: "b.ts", content: source }, opening), text("Written.")];
	await using omp = await ompProject({ replies });
	await using terminal = ptyRun([...omp.command], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	terminal.type("write it\r");
	await terminal.waitFor(/Write: b\.ts · \d+ lines … \(streaming\)/);
	expect(await Bun.file(omp.files.file("b.ts")).exists()).toBe(false);
	opening.open();
	await terminal.waitFor("Written.");
	expect(terminal.history()).toContain("Write: b.ts · 60 lines ─");
	expect(terminal.history()).not.toContain("(streaming)");
	expect(await omp.files.read("b.ts")).toBe(source);
});

test("an incomplete call is shown as aborted", async () => {
	const opening = gate();
	const replies = [almostWhole("write", { i: "Writing", path: "b.ts", content: source }, opening), text("Next.")];
	await using omp = await ompProject({ replies });
	await using terminal = ptyRun([...omp.command], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	terminal.type("write it\r");
	await terminal.waitFor("(streaming)");
	terminal.type("\x1b");
	await terminal.waitFor("Interrupted");
	terminal.type("go on\r");
	await terminal.waitFor("Next.");
	expect(await Bun.file(omp.files.file("b.ts")).exists()).toBe(false);
});
