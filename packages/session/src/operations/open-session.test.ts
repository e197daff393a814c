import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { SessionEnvironment } from "../log/session-environment.ts";
import type { SessionLog } from "../log/session-log.ts";
import { memoryEnvironment } from "../testing/fake-host.ts";
import { assistant, user } from "../testing/messages.ts";
import { openSession, quarantineSession, readSession } from "./open-session.ts";

const FILE = "/s/a.jsonl";
const HEADER = '{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/work/app"}';

function line(id: string, parentId: string | null, message: unknown = user(id)): string {
	return JSON.stringify({ type: "message", id, parentId, timestamp: "2026-11-15T02:36:32.437Z", message });
}

function given(...lines: string[]): SessionEnvironment {
	return givenText(lines.map((text) => `${text}\n`).join(""));
}

function givenText(text: string): SessionEnvironment {
	const environment = memoryEnvironment();
	environment.storage.writeText(FILE, text);
	return environment;
}

function opened(environment: SessionEnvironment, file = FILE): SessionLog {
	const result = openSession(environment, file);
	if (result.kind !== "opened") throw new Error(`expected an open session, got ${result.kind}`);
	return result.log;
}

const ids = (log: SessionLog) => log.path().map(({ id }) => id);
const text = ({ storage }: SessionEnvironment, file = FILE) => storage.readText(file);

describe("openSession without a session in the file", () => {
	test("creates one at a missing path and writes its header at once", () => {
		const environment = memoryEnvironment();
		const log = opened(environment);
		expect(text(environment)).toBe(`${JSON.stringify(log.header)}\n`);
		expect([log.cwd, log.file, log.leafId]).toEqual(["/work/app", FILE, null]);
	});

	test("creates one in a blank file", () => {
		const environment = givenText(" \n\n");
		const log = opened(environment);
		log.appendMessage(user("hi"));
		expect(
			text(environment)
				?.split("\n")
				.map((each) => each && JSON.parse(each).type),
		).toEqual(["session", "message", ""]);
	});

	verifies("sessions:load:missing-or-headerless", () => {
		const environment = givenText("precious notes\n");
		expect(openSession(environment, FILE)).toEqual({ kind: "unreadable", file: FILE });
		expect(openSession(environment, FILE)).toEqual({ kind: "unreadable", file: FILE });
		expect(text(environment)).toBe("precious notes\n");
		const aside = quarantineSession(environment, FILE);
		expect(aside).toBe(`${FILE}.2026-11-15T02-36-32-437Z.quarantined`);
		const log = opened(environment);
		expect(text(environment)).toBe(`${JSON.stringify(log.header)}\n`);
		expect(text(environment, aside)).toBe("precious notes\n");
	});

	test("does not treat a file with a broken header as empty", () => {
		const environment = given(HEADER.slice(0, 30), line("a", null));
		expect(openSession(environment, FILE).kind).toBe("unreadable");
		expect(readSession(environment, FILE)).toBeUndefined();
	});
});

describe("openSession on damaged files", () => {
	test("saves a torn last line, truncates it, and continues after the last complete one", async () => {
		const whole = `${HEADER}\n${line("a", null)}\n`;
		const torn = line("b", "a").slice(0, 50);
		const environment = givenText(whole + torn);
		const log = opened(environment);
		const backup = `${FILE}.2026-11-15T02-36-32-437Z.torn`;
		expect(log.problems).toEqual([
			{
				kind: "torn-tail",
				lineNumber: 3,
				message: `Line 3 was cut off when it was written; its 50 bytes are now in ${backup}`,
				backup,
			},
		]);
		expect([text(environment), text(environment, backup)]).toEqual([whole, torn]);
		const next = log.appendMessage(user("next"));
		await log.close();
		expect(ids(opened(environment))).toEqual(["a", next]);
	});

	test("completes a last line that lacks only its newline", async () => {
		const environment = givenText(`${HEADER}\n${line("a", null)}`);
		const log = opened(environment);
		expect(log.problems).toEqual([]);
		const next = log.appendMessage(user("next"));
		await log.close();
		expect(ids(opened(environment))).toEqual(["a", next]);
	});

	test("completes a header without newline, also on rewrite", async () => {
		const environment = givenText(HEADER);
		const log = opened(environment);
		await log.setName("Named");
		const next = log.appendMessage(user("next"));
		await log.close();
		const again = opened(environment);
		expect([
			again.name,
			again
				.path()
				.map(({ id, type }) => [type, id])
				.at(-1),
			again.problems,
		]).toEqual(["Named", ["message", next], []]);
	});

	verifies("sessions:load:broken-lines", () => {
		const environment = given(
			HEADER.replace('"version":3', '"version":4'),
			line("a", null),
			"{{{",
			line("b", "a"),
			line("b", "a"),
			line("c", "b"),
		);
		const log = opened(environment);
		expect(log.problems.map(({ kind, lineNumber }) => [kind, lineNumber])).toEqual([
			["bad-line", 3],
			["newer-version", undefined],
			["duplicate-id", 5],
		]);
		expect(ids(log)).toEqual(["a", "b", "c"]);
	});

	verifies("sessions:load:newer-version", async () => {
		const newer = HEADER.replace('"version":3', '"version":4');
		const environment = given(newer, line("a", null));
		const log = opened(environment);
		await log.setName("Named");
		expect(log.problems.map(({ kind }) => kind)).toEqual(["newer-version"]);
		expect(text(environment)?.startsWith(`${newer}\n${line("a", null)}\n{"type":"title_change"`)).toBe(true);
	});

	test("an entry that is found to be damaged on access is reported then and skipped", () => {
		const broken = line("b", "a").replace('"content":', '"content"=');
		const log = opened(given(HEADER, line("a", null), broken, line("c", "b")));
		expect(log.problems).toEqual([]);
		expect(log.context().messages).toEqual([user("a"), user("c")]);
		expect(log.problems).toEqual([
			{ kind: "damaged-entry", lineNumber: 3, message: "Entry b on line 3 cannot be read and is left out" },
		]);
		expect([log.findEntry("b"), [...log.entries()].length, [...log.lines()].length]).toEqual([undefined, 2, 2]);
	});

	verifies("sessions:tree:corrupt-parents", () => {
		const orphans = opened(given(HEADER, line("a", "gone"), line("b", "b"), line("c", "b")));
		expect([ids(orphans), orphans.tree().map(({ id }) => id)]).toEqual([
			["b", "c"],
			["a", "b"],
		]);
		const log = opened(given(HEADER, line("a", "c"), line("b", "a"), line("c", "b")));
		expect([ids(log), log.context().messages.length, log.tree().length]).toEqual([["a", "b", "c"], 3, 1]);
		log.appendMessage(user("next"));
		expect(ids(log)).toHaveLength(4);
	});

	test("a rewrite keeps the entry that was glued to a torn one, once", async () => {
		const glued = line("b", "a").slice(0, 90) + line("c", "b");
		const environment = given(HEADER, line("a", null), glued, line("d", "c"));
		const log = opened(environment);
		expect(ids(log)).toEqual(["a", "c", "d"]);
		log.rewriteEntries((entry) => ({ ...entry, timestamp: "changed" }));
		log.appendMessage(user("next"));
		expect(log.context().messages).toHaveLength(4);
		await log.close();
		const again = opened(environment);
		expect([[...again.entries()].map(({ id }) => id).slice(0, 3), again.problems]).toEqual([["a", "c", "d"], []]);
	});

	test("a rewrite of a file with bad lines backs the file up first", () => {
		const environment = given(HEADER, "{{{", line("a", null));
		const log = opened(environment);
		const before = text(environment);
		log.rewriteEntries((entry) => ({ ...entry, timestamp: "changed" }));
		expect(text(environment, `${FILE}.2026-11-15T02-36-32-437Z.backup`)).toBe(before);
		expect(text(environment)).not.toContain("{{{");
	});
});

describe("openSession on old versions", () => {
	const v1 = [
		'{"type":"session","id":"s1","timestamp":"t","cwd":"/work/app","provider":"acme"}',
		'{"type":"message","timestamp":"t1","message":{"role":"user","content":"one"}}',
		'{"type":"message","timestamp":"t2","message":{"role":"hookMessage","customType":"x","content":"two","display":true}}',
		'{"type":"compaction","timestamp":"t3","summary":"so far","firstKeptEntryIndex":2,"tokensBefore":10}',
	];

	verifies("sessions:load:v1-migration", async () => {
		const environment = given(...v1);
		const log = opened(environment);
		log.appendMessage(assistant("three"));
		const lines = (text(environment) ?? "")
			.trimEnd()
			.split("\n")
			.map((each) => JSON.parse(each));
		expect(
			lines.map(({ type, version, id, parentId, firstKeptEntryId }) => [type, version, id, parentId, firstKeptEntryId]),
		).toEqual([
			["session", 3, "s1", undefined, undefined],
			["message", undefined, "00000001", null, undefined],
			["message", undefined, "00000002", "00000001", undefined],
			["compaction", undefined, "00000003", "00000002", "00000002"],
			["message", undefined, "00000004", "00000003", undefined],
		]);
		expect(lines[0].provider).toBe("acme");
		expect(log.context().messages.map(({ role }) => role)).toEqual(["compactionSummary", "custom", "assistant"]);
		await log.close();
		expect(opened(environment).problems).toEqual([]);
	});

	test("backs up the original when parts of it are unreadable", () => {
		const lines = [...v1.slice(0, 2), "{broken", ...v1.slice(2)];
		const environment = given(...lines);
		const log = opened(environment);
		expect(log.problems.map(({ lineNumber }) => lineNumber)).toEqual([3]);
		expect(text(environment, `${FILE}.2026-11-15T02-36-32-437Z.backup`)).toBe(`${lines.join("\n")}\n`);
	});

	verifies("sessions:load:migration-atomic", () => {
		const environment = given(...v1);
		const { storage } = environment;
		const failing = Object.assign(Object.create(storage), {
			writeTextAtomic: () => {
				throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
			},
		});
		for (const name of ["exists", "openReader", "openWriter", "lock", "stat", "readText"]) {
			failing[name] = (...args: unknown[]) =>
				(storage as unknown as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args);
		}
		const stuck = opened({ ...environment, storage: failing });
		stuck.appendMessage(assistant("three"));
		expect([stuck.context().messages.length, stuck.writeError !== undefined]).toEqual([3, true]);
		expect(text(environment)).toBe(`${v1.join("\n")}\n`);
	});

	test("reading does not rewrite the file", async () => {
		const environment = given(...v1);
		const log = readSession(environment, FILE);
		expect(log?.context().messages).toHaveLength(2);
		await log?.close();
		expect(text(environment)).toBe(`${v1.join("\n")}\n`);
	});
});

describe("a session in use", () => {
	test("cannot be opened twice; reading it is possible and changes nothing", async () => {
		const environment = given(HEADER, line("a", null));
		const first = opened(environment);
		expect(openSession(environment, FILE)).toMatchObject({ kind: "in-use", file: FILE, holder: { isSelf: true } });
		const reader = readSession(environment, FILE);
		reader?.appendMessage(assistant("only here"));
		expect([reader?.context().messages.length, reader?.problems]).toEqual([2, []]);
		await reader?.close();
		expect(text(environment)).toBe(`${HEADER}\n${line("a", null)}\n`);
		await first.close();
		expect(openSession(environment, FILE).kind).toBe("opened");
	});

	test("reading does not truncate the line being written", async () => {
		const environment = givenText(`${HEADER}\n${line("a", null)}\n{"type":"mess`);
		const log = readSession(environment, FILE);
		expect(log && ids(log)).toEqual(["a"]);
		expect(log?.problems.map(({ kind }) => kind)).toEqual(["torn-tail"]);
		expect(environment.storage.list("/s")).toEqual(["a.jsonl"]);
	});
});
