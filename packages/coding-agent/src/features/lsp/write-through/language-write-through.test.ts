import { describe, expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { WrittenFile } from "@oh-my-pi/pi-tools/files/mutate/write-through";
import { badLines, type Check, type FakeServer, fakeServers } from "../testing/fake-servers.ts";
import { LanguageWriteThrough, type Wishes, type WriteThroughParts } from "./language-write-through.ts";
import { LateNotes } from "./late-notes.ts";

const root = "/project";
const hangs: Check = () => new Promise(() => {});

function opened(servers: readonly FakeServer[], wishes: Partial<Wishes> = {}, parts: Partial<WriteThroughParts> = {}) {
	const fake = fakeServers(root, servers);
	const notes = new LateNotes();
	const appended: string[] = [];
	const warnings: string[] = [];
	const writeThrough = new LanguageWriteThrough({
		findServers: async () => fake,
		runningServers: () => fake,
		options: () => ({ formats: false, diagnoses: () => true, onlyNew: true, ...wishes }),
		showPath: (path) => path.slice(root.length + 1),
		notes,
		warn: (text) => warnings.push(text),
		limitMs: 5000,
		...parts,
	});
	const hook = notes.hook({
		append: (message) => appended.push(String((message as { content: string }).content)),
		now: () => 0,
	});
	const call = (deadline: AbortSignal) => ({ tool: "write" as const, signal: new AbortController().signal, deadline });
	/** What the model reads with the next request. */
	const nextRequest = async () => {
		await hook.beforeRequest?.(new AbortController().signal);
		return appended;
	};
	return {
		...{ fake, warnings, hook, notes, nextRequest },
		write: (file: Partial<WrittenFile> & { readonly text: string }, deadline = new AbortController().signal) =>
			writeThrough.diagnose([{ path: `${root}/a.x`, before: undefined, ...file }], call(deadline)),
		writeAll: (files: readonly WrittenFile[]) => writeThrough.diagnose(files, call(new AbortController().signal)),
		before: (text: string, before?: string) =>
			writeThrough.beforeWrite({ path: `${root}/a.x`, before, text }, call(new AbortController().signal)),
	};
}

describe("only new problems", () => {
	test("those that the file had before are not shown, also when they move or are indented", async () => {
		const { write } = opened([{ name: "ts", check: badLines }]);
		const before = "bad one\nok\n";
		expect(await write({ before, text: "ok\n\tbad one\nbad two\n" })).toEqual({
			summary: "1 error(s)",
			messages: ["a.x:3:1 [error] [check] not good: bad two"],
		});
		expect(await write({ before: "x", text: "bad two\nbad one\n" })).toEqual({
			summary: "nothing new, 1 error(s) left",
			messages: [],
		});
		expect(await write({ before: "x", text: "bad one\n" })).toEqual({ summary: "OK", messages: [] });
		expect(await write({ before: "x", text: "bad one\nfine\n" })).toBeUndefined();
	});

	test("a second one like one that is known is new", async () => {
		const { write } = opened([{ name: "ts", check: badLines }]);
		expect(await write({ before: "bad\n", text: "bad\nbad\n" })).toMatchObject({ summary: "1 error(s)" });
	});

	test("with diagnosticsDeduplicate off all of them are shown each time", async () => {
		const { write } = opened([{ name: "ts", check: badLines }], { onlyNew: false });
		for (const text of ["bad\n", "bad\n\n"]) {
			expect(await write({ before: "bad\n", text })).toMatchObject({ summary: "1 error(s)" });
		}
	});

	test("hints are no problems", async () => {
		const check: Check = async (path, text) => (await badLines(path, text)).map((one) => ({ ...one, severity: 4 }));
		expect(await opened([{ name: "ts", check }]).write({ text: "bad" })).toBeUndefined();
	});
});

verifies("tools-files:lsp:write-through", async () => {
	const failing = { name: "broken", failure: new Error("cannot start") };
	const { write, warnings } = opened([
		{ name: "ts", check: badLines },
		{ name: "lint", isLinter: true, check: badLines },
		failing,
	]);
	// Two servers with the same problem, and one that fails.
	expect(await write({ text: "bad\n" })).toEqual({
		summary: "1 error(s); no diagnostics from broken: cannot start",
		messages: ["a.x:1:1 [error] [check] not good: bad"],
	});
	expect(await write({ text: "bad\nok\n" })).toMatchObject({
		summary: "nothing new, 1 error(s) left; still no diagnostics from broken",
	});
	expect(warnings).toEqual(["Language server broken: cannot start. /lsp shows more."]);
	// One that hangs is named at the deadline, never taken for one that has found nothing.
	const slow = opened([
		{ name: "ts", check: badLines },
		{ name: "slow", check: hangs },
	]);
	const deadline = AbortSignal.timeout(20);
	expect(await slow.write({ text: "bad\n" }, deadline)).toEqual({
		summary: "1 error(s); no answer from slow in 5 s; its diagnostics follow",
		messages: ["a.x:1:1 [error] [check] not good: bad"],
	});
	const silent = opened([{ name: "slow", check: hangs }]);
	expect(await silent.write({ text: "bad\n" }, AbortSignal.timeout(20))).toEqual({
		summary: "no answer from slow in 5 s; its diagnostics follow",
		messages: [],
	});
});

describe("an answer after the deadline", () => {
	/** A server that answers when it is let. */
	function letServer() {
		const { promise, resolve } = Promise.withResolvers<void>();
		const check: Check = async (path, text) => {
			await promise;
			return badLines(path, text);
		};
		return { check, answer: resolve };
	}

	test("comes with the next request of the run", async () => {
		const { check, answer } = letServer();
		const { write, nextRequest } = opened([{ name: "slow", check }]);
		await write({ text: "bad\n" }, AbortSignal.timeout(5));
		expect(await nextRequest()).toEqual([]);
		answer();
		await until(async () => (await nextRequest()).length > 0);
		expect(await nextRequest()).toEqual([
			"Late LSP diagnostics of a.x from slow (1 error(s)):\na.x:1:1 [error] [check] not good: bad",
		]);
	});

	test("is said to be OK by the next write of the file", async () => {
		const { check, answer } = letServer();
		const { write } = opened([{ name: "slow", check }]);
		await write({ text: "bad\n" }, AbortSignal.timeout(5));
		const next = write({ text: "fine\n" });
		answer();
		expect(await next).toEqual({ summary: "OK", messages: [] });
		expect(await write({ text: "fine\nstill\n" })).toBeUndefined();
	});

	test("is dropped when the run has ended", async () => {
		const { check, answer } = letServer();
		const { write, hook, notes, nextRequest } = opened([{ name: "slow", check }]);
		await write({ text: "bad\n" }, AbortSignal.timeout(5));
		const { signal } = notes;
		hook.onIdle?.();
		expect([signal.aborted, notes.signal.aborted]).toEqual([true, false]);
		answer();
		await Bun.sleep(0);
		expect(await nextRequest()).toEqual([]);
	});

	test("is waited for less long by the next write, and its file is asked about anew", async () => {
		const { check, answer } = letServer();
		const { write, nextRequest } = opened([{ name: "slow", check }], {}, { slowServerMs: 100 });
		await write({ text: "bad one\n" }, AbortSignal.timeout(5));
		expect(await write({ text: "bad two\n" })).toMatchObject({
			summary: "no answer from slow in 0.1 s; its diagnostics follow",
		});
		answer();
		await until(async () => (await nextRequest()).length > 0);
		expect(await nextRequest()).toEqual([expect.stringContaining("not good: bad two")]);
	});
});

describe("what servers are told", () => {
	test("the old text first, then the new one, once the file is saved", async () => {
		const { write, fake } = opened([{ name: "ts", check: badLines }]);
		await write({ before: "a", text: "b" });
		await write({ before: "b", text: "c" });
		expect(fake.calls).toEqual([
			"ts start",
			"ts open a.x",
			"ts change a.x",
			"ts saved a.x",
			"ts change a.x",
			"ts saved a.x",
		]);
	});

	test("files of one call together, and those that are gone", async () => {
		const { writeAll, write, fake } = opened([{ name: "ts", check: badLines }]);
		await write({ text: "a" });
		fake.calls.length = 0;
		await writeAll([
			{ path: `${root}/a.x`, before: "a", text: undefined },
			{ path: `${root}/b.x`, before: undefined, text: "b" },
			{ path: `${root}/c.x`, before: undefined, text: "c" },
			{ path: `${root}/d.txt`, before: undefined, text: "d" },
			{ path: "/elsewhere/e.x", before: undefined, text: "e" },
		]);
		expect(fake.calls).toEqual([
			"ts close a.x",
			"ts deleted a.x",
			"ts created d.txt",
			"ts open b.x",
			"ts saved b.x",
			"ts open c.x",
			"ts saved c.x",
		]);
	});

	test("with diagnostics off none is started, and those that run hear of it", async () => {
		const off = opened([{ name: "ts", check: badLines }], { diagnoses: () => false });
		expect(await off.write({ text: "bad" })).toBeUndefined();
		expect(off.fake.calls).toEqual([]);
		await off.fake.client(off.fake.definitions[0] as never, { signal: new AbortController().signal });
		await off.write({ before: "bad", text: "worse" });
		expect(off.fake.calls).toEqual(["ts start", "ts changed a.x"]);
	});

	test("a linter program is asked before the write, and once", async () => {
		const linter: FakeServer = { name: "biome", linterProgram: "biome", isLinter: true, check: badLines };
		const { before, write, fake } = opened([linter]);
		expect(await before("bad\nbad too\n", "bad\n")).toBe("bad\nbad too\n");
		expect(await write({ before: "bad\n", text: "bad\nbad too\n" })).toMatchObject({
			messages: ["a.x:2:1 [error] [check] not good: bad too"],
		});
		await before("bad\n", "bad\nbad too\n");
		expect(fake.calls).toEqual(["biome lint a.x", "biome lint a.x"]);
	});
});

describe("formatting", () => {
	const edit = (newText: string) => [
		{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, newText },
	];

	test("the first server that can formats the text, and the project's formatter comes first", async () => {
		const servers: FakeServer[] = [
			{ name: "cannot" },
			{ name: "can", format: () => edit("B") },
			{ name: "later", format: () => edit("C") },
		];
		expect(await opened(servers, { formats: true }).before("abc\n")).toBe("Bbc\n");
		const biome: FakeServer = { name: "biome", linterProgram: "biome", format: (text) => text.toUpperCase() };
		expect(await opened([...servers, biome], { formats: true }).before("abc\n")).toBe("ABC\n");
		expect(await opened(servers, { formats: false }).before("abc\n")).toBe("abc\n");
	});

	test("edits that make no sense are refused, and a text that explodes is not taken", async () => {
		const broken: FakeServer = { name: "broken", format: () => [...edit("x"), ...edit("y")] };
		expect(opened([broken], { formats: true }).before("abc\n")).rejects.toThrow("edits overlap");
		const huge: FakeServer = { name: "huge", format: () => edit("x".repeat(1_000_000)) };
		expect(await opened([huge], { formats: true }).before("abc\n")).toBe("abc\n");
		expect(await opened([{ name: "odd", format: () => "text" }], { formats: true }).before("abc\n")).toBe("abc\n");
	});
});

test("what a server says is bounded: 50 messages of 300 characters, without control characters", async () => {
	const check: Check = () =>
		Array.from({ length: 100_000 }, (_, line) => ({
			range: { start: { line, character: 0 }, end: { line, character: 1 } },
			message: `${line}\u001b[2J\n${"x".repeat(10_000)}`,
			source: "s".repeat(1000),
		}));
	const { messages = [], summary } = (await opened([{ name: "flood", check }]).write({ text: "a" })) ?? {};
	expect([summary, messages.length, messages.at(-1)]).toEqual(["5000 error(s)", 51, "… 4950 more"]);
	expect(Math.max(...messages.map(({ length }) => length))).toBeLessThanOrEqual(601);
	expect(messages.join("")).not.toMatch(/\p{Cc}/u);
});
