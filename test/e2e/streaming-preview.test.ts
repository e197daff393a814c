import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { ptyRun } from "@oh-my-pi/pi-testkit/pty-run";
import type { Gate } from "@oh-my-pi/pi-testkit/replies";
import { delivered, gate, text, toolCall } from "@oh-my-pi/pi-testkit/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const source = Array.from({ length: 60 }, (_, index) => `const value${index + 1} = ${index + 1};`).join("\n");

/** All but the end of the call arrives; the rest follows when the gate opens. */
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

test("a file is shown as it is written", async () => {
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

test("a call that never came to an end is left as broken off", async () => {
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
