import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { lastResult, type Remembering, remembering, retains } from "./remembering.ts";

const limitMs = 90_000;
const uninitialised = "Mnemopi backend is not initialised for this session.";

/** A memory with one entry, and its database. */
async function stored(): Promise<{ readonly world: Remembering; readonly database: string }> {
	const world = await remembering([retains("Deploys happen on Tuesday"), text("Stored.")]);
	await world.prompt("Remember");
	const [database = ""] = await world.databases();
	return { world, database };
}

/** The session goes on without memory, with one line; the file keeps its bytes. */
async function goesOnWithout({ omp, prompt, memory }: Remembering, database: string, problem: RegExp): Promise<void> {
	const before = await readFile(database);
	omp.model.script(toolCall("recall", { i: "Asking", query: "deploys" }), text("I do not know."));
	const { stdout, stderr } = await prompt("When are deploys?");
	expect(stdout).toContain("I do not know.");
	const lines = stderr.split("\n").filter((line) => line.includes("Mnemopi"));
	expect(lines).toHaveLength(1);
	expect(lines[0]).toMatch(problem);
	expect(lastResult(omp.model.requests.at(-1))).toContain(uninitialised);
	const listed = await memory("list");
	expect(listed.exitCode).toBe(1);
	expect(listed.said).toMatch(problem);
	expect(listed.said).not.toContain("    at ");
	expect(Buffer.compare(await readFile(database), before)).toBe(0);
}

verifies(
	"context-management:memory:start-failure-harmless",
	async () => {
		const { world, database } = await stored();
		await using _ = world;
		await writeFile(database, "This is no database. ".repeat(500));
		await goesOnWithout(world, database, /corrupt|damaged|not a database/i);
	},
	limitMs,
);

test(
	"a database of a newer omp is left alone",
	async () => {
		const { world, database } = await stored();
		await using _ = world;
		using newer = new Database(database);
		newer.run("PRAGMA user_version = 9999");
		newer.run("PRAGMA wal_checkpoint(TRUNCATE)");
		newer.close();
		await goesOnWithout(world, database, /newer/i);
	},
	limitMs,
);

test(
	"a database that another program locks costs one line, and the session uses it once it is free",
	async () => {
		const { world, database } = await stored();
		await using _ = world;
		const { omp } = world;
		const blocker = new Database(database);
		blocker.run("PRAGMA locking_mode = EXCLUSIVE");
		blocker.run("BEGIN EXCLUSIVE");
		blocker.run("UPDATE memories SET importance = importance");
		await omp.files.write(
			"own.yml",
			"memory: { backend: mnemopi }\nmnemopi: { llmMode: none, noEmbeddings: true, autoRetain: false }\n",
		);
		await using host = rpcHost(omp, { args: ["--config", omp.files.file("own.yml")] });
		const prompt = async (message: string) => {
			const from = host.frames.length;
			await host.ask({ id: message, type: "prompt", message });
			await host.frame({ type: "agent_end" }, { from });
		};
		omp.model.script(toolCall("recall", { i: "Asking", query: "deploys" }), text("I do not know."));
		await prompt("When are deploys?");
		expect(lastResult(omp.model.requests.at(-1))).toContain(uninitialised);
		expect((await world.memory("list")).said).toMatch(/is locked by another program\. Try again when it has ended\./);
		omp.model.script(text("Still not."));
		await prompt("And now?");
		blocker.run("ROLLBACK");
		blocker.close();
		omp.model.script(toolCall("recall", { i: "Asking", query: "deploys" }), text("On Tuesday."));
		await prompt("When are deploys now?");
		expect(lastResult(omp.model.requests.at(-1))).toContain("Deploys happen on Tuesday");
		const notices = host.frames.flatMap((frame) =>
			frame.type === "notice" && String(frame.message).includes("Mnemopi") ? [String(frame.message)] : [],
		);
		expect(notices.filter((line) => line.includes("could not be started")).length).toBeLessThanOrEqual(1);
		expect(notices.at(-1)).toBe("Mnemopi works again.");
	},
	limitMs,
);

verifies(
	"tools-agent:memory:uninitialised",
	async () => {
		// Nothing listens there, and the memory is asked for all the same.
		const { world, database } = await stored();
		await using _ = world;
		await writeFile(database, "x".repeat(8192));
		const { omp, prompt } = world;
		const calls = [
			["recall", { query: "x" }],
			["retain", { items: [{ content: "x" }] }],
			["reflect", { query: "x" }],
			["memory_edit", { op: "forget", id: "x" }],
		] as const;
		omp.model.script(...calls.map(([name, params]) => toolCall(name, { i: "Trying", ...params })), text("No."));
		const asked = omp.model.requests.length;
		await prompt("Try all of them");
		const results = omp.model.requests.slice(asked + 1).map(lastResult);
		expect(results).toHaveLength(4);
		for (const result of results) expect(result).toContain(uninitialised);
	},
	limitMs,
);

test(
	"a program that drives omp starts without the user's memory, unless it asks for it",
	async () => {
		await using world = await remembering();
		const { omp } = world;
		const offered = async (...args: string[]) => {
			await using host = rpcHost(omp, { args });
			const { data } = await host.ask({ id: "1", type: "get_state" });
			return JSON.stringify(data);
		};
		expect(await offered()).not.toContain('"recall"');
		await omp.files.write(
			"own.yml",
			"memory: { backend: mnemopi }\nmnemopi: { llmMode: none, noEmbeddings: true, autoRetain: false }\n",
		);
		expect(await offered("--config", "own.yml")).toContain('"recall"');
	},
	limitMs,
);
