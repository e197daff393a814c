import { expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { remembering, retains } from "./remembering.ts";

const limitMs = 90_000;

test(
	"omp memory lists, searches, shows, corrects, exports, wipes and imports",
	async () => {
		await using world = await remembering([
			retains("Zürich hosts the primary", "servers"),
			retains("東京 hosts the replica"),
			text("Stored."),
		]);
		const { omp, prompt, memory } = world;
		await prompt("Remember");
		const listed = JSON.parse((await memory("list", "--json")).said);
		expect(listed).toHaveLength(2);
		expect((await memory("list")).said.trim().split("\n")).toHaveLength(2);
		expect((await memory("list", "--limit", "1")).said.trim().split("\n")).toHaveLength(1);
		expect((await memory("list", "--agent", "nobody")).said).toBe("Nothing is remembered here.\n");
		const found = await memory("search", "replica");
		expect(found.said).toContain("東京 hosts the replica");
		expect(found.said).not.toContain("Zürich");

		const { id } = listed.find(({ content }: { content: string }) => content.includes("Zürich"));
		const shown = await memory("show", id);
		expect(shown.said).toContain("coding-agent-retain");
		expect(shown.said).toContain("Zürich hosts the primary");
		expect((await memory("edit", id, "--content", "Genève hosts the primary")).said).toContain(`Memory ${id} updated`);
		expect((await memory("search", "Genève")).said).toContain(id);
		expect(await memory("edit", id)).toMatchObject({
			exitCode: 2,
			said: expect.stringContaining("edit needs --content"),
		});
		expect((await memory("edit", id, "--importance", "7")).said).toContain("--importance must be from 0 to 1");
		expect(await memory("show", "nothing")).toMatchObject({
			exitCode: 1,
			said: expect.stringContaining("Memory nothing not found."),
		});

		const exported = await memory("export", "memories.jsonl");
		expect(exported).toEqual({ said: "Exported 2 memories to memories.jsonl\n", exitCode: 0 });
		expect((await stat(join(omp.path, "memories.jsonl"))).mode & 0o777).toBe(0o600);
		expect(await memory("export", "memories.jsonl")).toMatchObject({
			exitCode: 1,
			said: expect.stringContaining("exists already"),
		});
		const file = await omp.files.read("memories.jsonl");

		expect(await memory("wipe")).toMatchObject({ exitCode: 1, said: expect.stringContaining("add --yes") });
		expect(JSON.parse((await memory("list", "--json")).said)).toHaveLength(2);
		expect(await memory("wipe", "--yes")).toMatchObject({ exitCode: 0 });
		expect((await memory("list")).said).toBe("Nothing is remembered here.\n");

		await omp.files.write("damaged.jsonl", `${file}{"id":"half\n`);
		expect(await memory("import", "damaged.jsonl")).toEqual({
			said: "Imported 2 memories, 1 malformed line left out\ndamaged.jsonl:4: no JSON object; left out\n",
			exitCode: 1,
		});
		expect((await memory("import", "memories.jsonl")).said).toBe("Imported 0 memories, 2 known already\n");
		const back = JSON.parse((await memory("list", "--json")).said);
		const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
		const before = file
			.trim()
			.split("\n")
			.slice(1)
			.map((line) => JSON.parse(line));
		expect(back.toSorted(byId)).toEqual(before.toSorted(byId));

		await omp.files.write("newer.jsonl", '{"format":"omp-memory","version":99}\n');
		expect(await memory("import", "newer.jsonl")).toMatchObject({
			exitCode: 1,
			said: expect.stringContaining("Update omp, then import it."),
		});
		expect(await memory("sing")).toMatchObject({ exitCode: 2 });
		expect((await memory("diagnose")).exitCode).toBe(0);
	},
	limitMs,
);

verifies(
	"context-management:memory:commands",
	async () => {
		await using world = await remembering([retains("Deploys happen on Tuesday"), text("Stored.")]);
		const { prompt } = world;
		await prompt("Remember");
		const said = async (words: string) => {
			const { stdout, stderr } = await prompt(`/memory ${words}`);
			return stdout + stderr;
		};
		expect(await said("view")).toContain("Deploys happen on Tuesday");
		expect(await said("stats")).toMatch(/\b1\b/);
		expect(await said("diagnose")).toContain("ok ");
		expect((await said("enqueue")).trim()).not.toBe("");
		await expect(said("sing")).rejects.toThrow('unknown action "sing"');
		expect(await said("clear")).toContain("Nothing was deleted.");
		expect(JSON.parse((await world.memory("list", "--json")).said)).toHaveLength(1);
		await said("clear yes");
		expect(JSON.parse((await world.memory("list", "--json")).said)).toHaveLength(0);
	},
	limitMs,
);

verifies(
	"slash-commands:session:memory",
	async () => {
		await using world = await remembering([retains("Deploys happen on Tuesday"), text("Stored.")]);
		const { omp, prompt, memory } = world;
		await prompt("Remember");
		await using terminal = ptyRun(omp.command, { cwd: omp.path, env: omp.env });
		await terminal.waitFor("❯");
		terminal.type("/memory stats\r");
		await terminal.waitFor("Memor");
		terminal.type("/memory clear\r");
		await terminal.waitFor("This cannot be undone");
		terminal.type("\r");
		await terminal.waitFor("Nothing was deleted.");
		expect(JSON.parse((await memory("list", "--json")).said)).toHaveLength(1);
	},
	limitMs,
);
