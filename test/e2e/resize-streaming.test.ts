import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { rests } from "./at-terminal.ts";

const rows = Array.from({ length: 20 }, (_, n) => `| r${n} some longer text in it | b${n} and other words | c${n} |`);
const table = ["| name of the first | the second column | third |", "|---|---|---|", ...rows].join("\n");
const after = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");

test("a resize while an answer streams redraws the table that is being written", async () => {
	const reply = delivered(text(`Before.\n\n${table}\n\n${after}\n\nThe end.`), { chunkChars: 16, chunkDelayMs: 20 });
	await using omp = await ompProject({ replies: [reply] });
	await using terminal = ptyRun([...omp.command], { cols: 120, rows: 24, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	terminal.type("talk\r");
	await terminal.waitFor("word3 ");
	for (const cols of [60, 40, 120]) {
		await terminal.resize(cols, 24);
		await Bun.sleep(400);
	}
	await terminal.waitFor("The end.");
	await rests(terminal);
	const lines = terminal.history().split("\n");
	// Every table that was begun again is whole; the halves of two widths are never joined.
	const last = lines.slice(lines.findLastIndex((line) => line.includes("┌")));
	const drawn = last.slice(0, last.findIndex((line) => line.includes("└")) + 1).map((line) => line.trimEnd());
	expect(new Set(drawn.map((line) => line.length)).size).toBe(1);
	expect([...drawn.join("").matchAll(/\bc\d+\b/g)].flat()).toEqual(rows.map((_, index) => `c${index}`));
	// What flows is there once.
	const everything = lines.join(" ");
	expect([...everything.matchAll(/\bword\d+\b/g)].flat()).toEqual(after.split(" "));
	expect([...everything.matchAll(/Before\.|The end\./g)].flat()).toEqual(["Before.", "The end."]);
}, 60_000);
