import { describe, expect, test } from "bun:test";
import { memoryEnvironment } from "../testing/fake-host.ts";
import { user } from "../testing/messages.ts";
import { openSession } from "./open-session.ts";
import { repairSession } from "./repair-session.ts";
import { verifySession } from "./verify-session.ts";

const FILE = "/s/2026-11-15T02-36-32-437Z_01a1dd10.jsonl";
const HEADER = '{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/work/app"}';

function line(id: string, parentId: string | null): string {
	return JSON.stringify({ type: "message", id, parentId, timestamp: "t", message: user(id) });
}

function given(...lines: string[]) {
	const environment = memoryEnvironment();
	environment.storage.writeText(FILE, lines.join("\n"));
	return environment;
}

function pathAfterRepair(environment: ReturnType<typeof given>): string[] {
	repairSession(environment, FILE);
	const result = openSession(environment, FILE);
	if (result.kind !== "opened") throw new Error(result.kind);
	expect(result.log.problems).toEqual([]);
	return result.log.path().map(({ id }) => id);
}

describe("verify", () => {
	test("parses everything and reports each problem with its place", async () => {
		const broken = line("b", "a").replace('"content":', '"content"=');
		const environment = given(HEADER, line("a", null), "{{{", broken, line("c", "gone"), line("d", "c").slice(0, -3));
		const found = await verifySession(environment, FILE);
		expect([found?.header?.id, found?.entryCount]).toEqual(["s", 2]);
		expect(found?.problems.map(({ kind, lineNumber }) => [kind, lineNumber])).toEqual([
			["bad-line", 3],
			["torn-tail", 6],
			["damaged-entry", 4],
			["missing-parent", undefined],
		]);
	});

	test("reports a missing header, and returns nothing for a missing file", async () => {
		expect(await verifySession(given("notes"), FILE)).toMatchObject({ header: undefined, entryCount: 0 });
		expect(await verifySession(memoryEnvironment(), FILE)).toBeUndefined();
	});
});

describe("repair", () => {
	test("leaves an intact session alone", () => {
		const environment = given(HEADER, line("a", null), "");
		expect(repairSession(environment, FILE)).toEqual({ kind: "sound" });
		expect(environment.storage.list("/s")).toHaveLength(1);
		expect(repairSession(memoryEnvironment(), FILE)).toEqual({ kind: "missing" });
	});

	test("drops unreadable lines, reconnects the rest, and keeps the damaged file", () => {
		const environment = given(
			HEADER,
			line("a", null),
			line("b", "a").slice(0, 70),
			line("c", "b"),
			"\0\0\0",
			line("e", "d"),
		);
		const before = environment.storage.readText(FILE);
		expect(repairSession(environment, FILE)).toEqual({
			kind: "repaired",
			backup: `${FILE}.2026-11-15T02-36-32-437Z.backup`,
			keptEntries: 3,
			droppedLines: 2,
		});
		expect(environment.storage.readText(`${FILE}.2026-11-15T02-36-32-437Z.backup`)).toBe(before);
		expect(pathAfterRepair(environment)).toEqual(["a", "c", "e"]);
	});

	test("extracts entries from glued lines and keeps branches", () => {
		const glued = line("b", "a").slice(0, 80) + line("c", "a");
		const environment = given(HEADER, line("a", null), glued, line("d", "a"), line("e", "c"), "");
		expect(pathAfterRepair(environment)).toEqual(["a", "c", "e"]);
	});

	test("derives a new header from the file name when it is lost", () => {
		const environment = given("\0".repeat(90), line("a", null), line("b", "a"), "");
		expect(pathAfterRepair(environment)).toEqual(["a", "b"]);
		expect(environment.storage.readText(FILE)?.split("\n")[0]).toBe(
			'{"type":"session","version":3,"id":"01a1dd10","timestamp":"2026-11-15T02:36:32.437Z","cwd":"/work/app"}',
		);
	});

	test("does not touch a session that is in use", () => {
		const environment = given(HEADER, line("a", null), "{{{", "");
		openSession(environment, FILE);
		expect(repairSession(environment, FILE)).toMatchObject({ kind: "in-use" });
	});
});
