import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { modelServer } from "@oh-my-pi/pi-testkit/servers/model-server";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { installId } from "../../process/install-id.ts";
import { SessionManager } from "../parts/session-manager.ts";
import { compact, prepareCompaction, shouldCompact, ThinkingLevel } from "./agent.ts";
import { compactionFor } from "./compaction.ts";
import { execCommand } from "./hooks.ts";
import { astEdit, astGrep, PtySession, summarizeCode } from "./natives.ts";

test("astGrep finds syntax, astEdit changes it when it is told to", async () => {
	await using files = await workspace({ "a.ts": "call(1, x);\r\n", "b.ts": "other();\n", "c.ts": "call(2); if (\n" });
	const place = { path: files.path, glob: "[ab].ts" };
	expect(await astGrep({ patterns: ["call($A, $B)"], ...place })).toEqual({
		matches: [
			{
				path: "a.ts",
				text: "call(1, x)",
				startLine: 1,
				startColumn: 1,
				start: 0,
				end: 10,
				metaVariables: { A: "1", B: "x" },
			},
		],
		totalMatches: 1,
		filesWithMatches: 1,
		filesSearched: 2,
		limitReached: false,
		parseErrors: [],
	});
	const rewrites = { "call($A, $B)": "called($B, $A)" };
	expect(await astEdit({ rewrites, ...place })).toMatchObject({ totalReplacements: 1, applied: false });
	expect(await files.read("a.ts")).toBe("call(1, x);\r\n");
	expect(await astEdit({ rewrites, ...place, dryRun: false })).toMatchObject({
		changes: [{ path: "a.ts", before: "call(1, x)", after: "called(x, 1)" }],
		fileChanges: [{ path: "a.ts", count: 1 }],
		applied: true,
	});
	expect(await files.read("a.ts")).toBe("called(x, 1);\r\n");
	const broken = await astEdit({ rewrites: { "call($A)": "called($A)" }, path: files.file("c.ts"), dryRun: false });
	expect([broken.filesTouched, broken.parseErrors.length]).toEqual([0, 1]);
});

test("summarizeCode leaves out the insides of declarations", async () => {
	const code = `function long() {\n${"	work();\n".repeat(20)}}\n`;
	const summary = await summarizeCode({ code, path: "a.ts" });
	expect(summary).toMatchObject({ elided: true, elidedLines: 20, segments: [{ text: "function long() { .. }" }, {}] });
	expect(await summarizeCode({ code: "plain", path: "a.unknown" })).toMatchObject({ elided: false, totalLines: 1 });
});

test("a PtySession talks to a program, and is ended by time and by kill", async () => {
	const session = new PtySession();
	let output = "";
	const run = session.start({ command: "test -t 0 && read word && echo got-$word; exit 3" }, (chunk) => {
		output += chunk;
	});
	session.write("hello\r");
	expect(await run).toEqual({ exitCode: 3, cancelled: false, timedOut: false });
	expect(output).toContain("got-hello");
	expect(await session.start({ command: "sleep 60", timeoutMs: 50 })).toEqual({ cancelled: false, timedOut: true });
	const killed = session.start({ command: "sleep 60" });
	session.kill();
	expect(await killed).toEqual({ cancelled: true, timedOut: false });
	expect(() => session.write("x")).toThrow("No program is running");
});

test("a program decides about a compaction, and has it summarized at the cost of its session", async () => {
	expect([shouldCompact(190_000, 200_000), shouldCompact(1000, 200_000)]).toEqual([true, false]);
	expect(shouldCompact(190_000, 200_000, { enabled: false })).toBe(false);
	expect(ThinkingLevel.High).toBe("high");
	const manager = SessionManager.inMemory();
	for (const content of ["first ".repeat(200), "second ".repeat(200), "third"]) {
		manager.appendMessage({ role: "user", content, timestamp: 0 });
	}
	expect(prepareCompaction(manager.getEntries())).toBeUndefined();
	const preparation = prepareCompaction(manager.getEntries(), { keepRecentTokens: 10 });
	if (!preparation) throw new Error("There is nothing to compact");
	await using server = await modelServer({ replies: [text("They counted."), text("They counted.")] });
	const model = { ...scriptedModelRecord, api: "anthropic-messages", baseUrl: server.url } as const;
	const counted: string[] = [];
	const mine = compactionFor({
		id: "mine",
		countRequests:
			(stream) =>
			(asked, ...rest) => {
				counted.push(asked.id);
				return stream(asked, ...rest);
			},
	});
	const { firstKeptEntryId, tokensBefore } = preparation;
	const result = { firstKeptEntryId, tokensBefore, summary: expect.stringContaining("They counted.") };
	expect(await mine.compact(preparation, model, "key")).toMatchObject(result);
	expect(counted).toEqual([model.id]);
	expect(await compact(preparation, model, "key")).toMatchObject(result);
});

test("the id of an installation stays, and replaces what is no id", async () => {
	await using files = await workspace({ broken: "rubbish\n", stored: "0C0FFEE0-1234-4abc-8def-0123456789ab\n" });
	const made = installId(files.file("new/install-id"));
	expect(made).toMatch(/^[0-9a-f-]{36}$/);
	expect(installId(files.file("new/install-id"))).toBe(made);
	expect(statSync(files.file("new/install-id")).mode & 0o777).toBe(0o600);
	expect(installId(files.file("stored"))).toBe("0C0FFEE0-1234-4abc-8def-0123456789ab");
	expect(installId(files.file("broken"))).toBe((await files.read("broken")).trim());
});

test("hooks run programs with execCommand", async () => {
	await using files = await workspace({});
	expect(await execCommand("sh", ["-c", "echo hi; exit 2"], files.path)).toMatchObject({ stdout: "hi\n", code: 2 });
});
