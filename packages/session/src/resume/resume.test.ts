import { describe, expect, test } from "bun:test";
import { type ContinueFacts, type ResumeFacts, resolveContinue, resolveResume } from "./resume.ts";

describe("--continue", () => {
	const facts = (given: Partial<ContinueFacts>): ContinueFacts => ({
		cwd: "/here",
		breadcrumb: undefined,
		newestHere: "/s/newest.jsonl",
		fileExists: () => true,
		directoryExists: () => true,
		...given,
	});
	const crumb = (cwd: string, fresh = false) => ({ cwd, file: "/s/crumb.jsonl", fresh });

	test("opens the session this terminal showed last, if it is from this folder", () => {
		expect(resolveContinue(facts({ breadcrumb: crumb("/here") }))).toEqual({ kind: "open", path: "/s/crumb.jsonl" });
	});

	test("otherwise opens the newest session of this folder, or a new one", () => {
		const newest = { kind: "open", path: "/s/newest.jsonl" } as const;
		expect(resolveContinue(facts({}))).toEqual(newest);
		expect(resolveContinue(facts({ breadcrumb: crumb("/elsewhere") }))).toEqual(newest);
		expect(resolveContinue(facts({ breadcrumb: crumb("/here"), fileExists: () => false }))).toEqual(newest);
		expect(resolveContinue(facts({ newestHere: undefined }))).toEqual({ kind: "new" });
	});

	test("after /new without a reply starts a new session", () => {
		const missing = { fileExists: () => false };
		expect(resolveContinue(facts({ breadcrumb: crumb("/here", true), ...missing }))).toEqual({ kind: "new" });
		expect(resolveContinue(facts({ breadcrumb: crumb("/elsewhere", true), ...missing }))).toMatchObject({
			kind: "open",
		});
	});

	test("moves a session here whose directory is gone if there are none here", () => {
		const gone = { breadcrumb: crumb("/gone"), directoryExists: () => false };
		expect(resolveContinue(facts({ ...gone, newestHere: undefined }))).toEqual({
			kind: "move",
			path: "/s/crumb.jsonl",
		});
		expect(resolveContinue(facts(gone))).toEqual({ kind: "open", path: "/s/newest.jsonl" });
	});
});

describe("--resume", () => {
	const session = (id: string, cwd: string, modified = 1) => ({
		path: `/s/2026-11-15T02-36-32-437Z_${id}.jsonl`,
		id,
		cwd,
		modified,
	});
	const facts = (value: string, given: Partial<ResumeFacts> = {}): ResumeFacts => ({
		value,
		cwd: "/here",
		here: [session("01a1dd10", "/here")],
		everywhere: () => [session("01a1dd10", "/here"), session("02bb", "/other")],
		fileExists: () => true,
		directoryExists: () => true,
		canAsk: true,
		...given,
	});
	const own = "/s/2026-11-15T02-36-32-437Z_01a1dd10.jsonl";

	test("opens a path, or reports a missing file", () => {
		expect(resolveResume(facts("sub/x"))).toEqual({ kind: "open", path: "/here/sub/x" });
		expect(resolveResume(facts("x.jsonl"))).toEqual({ kind: "open", path: "/here/x.jsonl" });
		expect(resolveResume(facts("/abs/x", { fileExists: () => false }))).toEqual({
			kind: "not-found",
			message: "Error: File not found: /abs/x",
		});
	});

	test("matches the start of the id or of the file name, ignoring case", () => {
		for (const value of ["01a1", "01A1DD10", "2026-11-15t02"]) {
			expect(resolveResume(facts(value))).toEqual({ kind: "open", path: own });
		}
		const foreign = [{ ...session("custom id", "/here"), path: "/s/2026_abc_def.jsonl" }];
		expect(resolveResume(facts("abc_d", { here: foreign }))).toMatchObject({ kind: "open" });
	});

	test("takes the newest match and names the others", () => {
		const here = [session("01aa", "/here", 1), session("01ab", "/here", 3), session("01ac", "/here", 2)];
		expect(resolveResume(facts("01a", { here }))).toEqual({
			kind: "open",
			path: here[1]?.path ?? "",
			alsoMatching: [here[2]?.path ?? "", here[0]?.path ?? ""],
		});
	});

	test("asks before forking a session of another project", () => {
		const path = "/s/2026-11-15T02-36-32-437Z_02bb.jsonl";
		expect(resolveResume(facts("02"))).toEqual({
			kind: "ask-fork",
			path,
			sessionCwd: "/other",
			question: "Session is in another project (/other). Fork into current directory? [y/N]",
			declined: "Resume cancelled: session is in another project.",
		});
		expect(resolveResume(facts("02", { everywhere: undefined }))).toMatchObject({ kind: "not-found" });
	});

	test("asks before moving a session whose directory is gone", () => {
		const gone = { directoryExists: (path: string) => path !== "/other" };
		expect(resolveResume(facts("02", gone))).toMatchObject({
			kind: "ask-move",
			question: "Session's directory no longer exists (/other). Move (re-root) it into the current directory? [Y/n]",
		});
	});

	test("without a user to ask, reports where the session is and which flags decide", () => {
		expect(resolveResume(facts("02", { canAsk: false }))).toEqual({
			kind: "cannot-ask",
			message:
				"Error: Session 02bb was recorded in /other. It belongs to another project. Pass --cwd <dir> to open it there, or --fork to copy it into the current directory.",
		});
	});

	test("reports that nothing matches", () => {
		expect(resolveResume(facts("zzzz"))).toEqual({
			kind: "not-found",
			message: 'Error: Session "zzzz" not found.\nRun omp --resume without a value to choose from a list.',
		});
		expect(resolveResume(facts(""))).toMatchObject({ kind: "not-found" });
	});
});
