import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { fileEnvironment, type SessionEnvironment } from "../log/session-environment.ts";
import type { SessionLog } from "../log/session-log.ts";
import { fakeHost, memoryEnvironment } from "../testing/fake-host.ts";
import { assistant, user } from "../testing/messages.ts";
import { branchPoint } from "../tree/branch-point.ts";
import { branchSession, forkSession, forkSessionFile, moveSession } from "./copy-session.ts";
import { createSession, inMemorySession } from "./create-session.ts";
import { openSession } from "./open-session.ts";

function grown(environment: SessionEnvironment): { log: SessionLog; ids: string[] } {
	const log = createSession(environment, { cwd: "/work/app" });
	const ids = [log.appendMessage(user("one")), log.appendMessage(assistant("two"))];
	return { log, ids };
}

const body = (environment: SessionEnvironment, log: SessionLog | undefined) =>
	(environment.storage.readText(log?.file ?? "") ?? "").split("\n").slice(1);

describe("forkSession", () => {
	verifies("sessions:op:fork", async () => {
		const environment = memoryEnvironment();
		const { log } = grown(environment);
		await log.setName("Mine");
		environment.storage.writeText(join(log.artifactsDirectory ?? "", "0.bash.log"), "output");
		const fork = await forkSession(log);
		expect(fork?.header).toEqual({
			type: "session",
			version: 3,
			id: fork?.id ?? "",
			timestamp: "2026-11-15T02:36:32.437Z",
			cwd: "/work/app",
			title: "Mine",
			titleSource: "user",
			parentSession: log.id,
			providerPromptCacheKey: log.id,
		});
		expect(fork?.id).not.toBe(log.id);
		expect(body(environment, fork)).toEqual(body(environment, log));
		expect(environment.storage.readText(join(fork?.artifactsDirectory ?? "", "0.bash.log"))).toBe("output");
		fork?.appendMessage(user("only in the fork"));
		expect(body(environment, log)).toHaveLength(4);
		const second = fork && (await forkSession(fork, { cwd: "/work/other" }));
		expect(second?.header).toMatchObject({
			providerPromptCacheKey: log.id,
			parentSession: fork?.id,
			cwd: "/work/other",
		});
		expect(second?.directory).toBe("/agent/sessions/--work-other--");
	});

	test("requires a session on disk", async () => {
		const environment = memoryEnvironment();
		expect(await forkSession(createSession(environment, { cwd: "/" }))).toBeUndefined();
		expect(await forkSession(inMemorySession(environment, { cwd: "/" }))).toBeUndefined();
	});

	test("works on a file that another process has open, and returns nothing for a missing one", async () => {
		const environment = memoryEnvironment();
		const { log } = grown(environment);
		const fork = await forkSessionFile(environment, log.file ?? "", "/work/here");
		expect(fork?.header).toMatchObject({ parentSession: log.id, cwd: "/work/here" });
		expect(body(environment, fork)).toEqual(body(environment, log));
		expect(await forkSessionFile(environment, "/none.jsonl", "/work/here")).toBeUndefined();
	});
});

describe("branchSession", () => {
	test("copies the path to an entry, with ids and the labels that still have a target", () => {
		const environment = memoryEnvironment();
		const { log, ids } = grown(environment);
		log.appendLabelChange(ids[0] ?? "", "start");
		const third = log.appendMessage(user("three"));
		log.appendLabelChange(third, "gone");
		log.branch(third);
		const kept = log.appendMessage(assistant("four"));
		log.appendMessage(user("five"));
		const branch = branchSession(log, kept);
		expect(branch.header.parentSession).toBe(log.file ?? "");
		expect([...branch.entries()].map(({ type, id, parentId }) => [type, id, parentId])).toEqual([
			["message", ids[0] ?? "", null],
			["message", ids[1] ?? "", ids[0] ?? ""],
			["message", third, ids[1] ?? ""],
			["message", kept, third],
			["label", expect.any(String), kept],
			["label", expect.any(String), expect.any(String)],
		] as unknown as string[][]);
		expect([branch.findLabel(ids[0] ?? ""), branch.findLabel(third), branch.isOnDisk]).toEqual(["start", "gone", true]);
	});

	test("has no file without a reply, and never one in memory", () => {
		const environment = memoryEnvironment();
		const { log, ids } = grown(environment);
		expect(branchSession(log, ids[0] ?? "").isOnDisk).toBe(false);
		const memory = inMemorySession(environment, { cwd: "/" });
		const id = memory.appendMessage(assistant("x"));
		const branch = branchSession(memory, id);
		expect([branch.file, branch.leafId]).toEqual([undefined, id]);
		expect(() => branchSession(log, "zz")).toThrow("Entry zz not found");
	});
});

verifies("sessions:op:branch", () => {
	const environment = memoryEnvironment();
	const { log, ids } = grown(environment);
	const question = log.appendMessage(user("three"));
	log.appendMessage(assistant("four"));
	const { leafId, editorText } = branchPoint(log, question);
	const branch = branchSession(log, leafId ?? "");
	expect([editorText, [...branch.entries()].map(({ id }) => id)]).toEqual(["three", ids]);
	expect([branch.isOnDisk, branch.file === log.file, branch.header.parentSession]).toEqual([
		true,
		false,
		log.file ?? "",
	]);
});

verifies("sessions:artifact:moves-with-session", async () => {
	await using project = await workspace({ "new/x": "" });
	const environment = fileEnvironment(fakeHost({ home: project.file("home") }), project.file("agent"));
	const { log } = grown(environment);
	log.artifacts.save("bash", "output");
	const before = log.artifactsDirectory ?? "";
	const fork = await forkSession(log);
	expect([fork?.artifacts.findText("0"), log.artifacts.findText("0")]).toEqual(["output", "output"]);
	await moveSession(log, project.file("new"));
	expect([log.artifacts.findText("0"), existsSync(before)]).toEqual(["output", false]);
	const after = log.artifactsDirectory ?? "";
	await log.drop();
	expect([existsSync(after), fork?.artifacts.findText("0")]).toEqual([false, "output"]);
});

describe("moveSession", () => {
	verifies("sessions:op:move", async () => {
		await using project = await workspace({ "new/x": "" });
		const environment = fileEnvironment(fakeHost({ home: project.file("home") }), project.file("agent"));
		const { log } = grown(environment);
		log.artifacts.save("bash", "output");
		const old = log.file ?? "";
		await moveSession(log, project.file("new"));
		expect([existsSync(old), existsSync(`${old}.lock`), basename(log.file ?? "")]).toEqual([
			false,
			false,
			basename(old),
		]);
		expect(log.header).toMatchObject({ cwd: project.file("new"), previousSessionFiles: [old] });
		log.appendMessage(user("three"));
		expect(log.artifacts.findText("0")).toBe("output");
		expect(openSession(environment, log.file ?? "").kind).toBe("in-use");
		await log.close();
		const again = openSession(environment, log.file ?? "");
		expect(again.kind === "opened" && [again.log.header, [...again.log.entries()].length]).toEqual([log.header, 3]);
	});

	test("moves nothing when the artifacts cannot be moved", async () => {
		await using project = await workspace({ "new/x": "" });
		const environment = fileEnvironment(fakeHost({ home: project.file("home") }), project.file("agent"));
		const { log } = grown(environment);
		log.artifacts.save("bash", "output");
		const old = log.file ?? "";
		const target = log.file?.replace("--work-app--", "-tmp-blocked") ?? "";
		const blocked = target.replace(/\.jsonl$/, "");
		mkdirSync(blocked, { recursive: true });
		writeFileSync(join(blocked, "occupied"), "");
		await expect(log.relocate(target, { ...log.header, cwd: "/elsewhere" })).rejects.toThrow();
		expect([existsSync(old), existsSync(target), log.cwd, log.artifacts.findText("0")]).toEqual([
			true,
			false,
			"/work/app",
			"output",
		]);
		log.appendMessage(user("three"));
		expect(readFileSync(old, "utf8").trimEnd().split("\n")).toHaveLength(4);
	});

	test("of a session without a file only changes its future path", async () => {
		const environment = memoryEnvironment();
		const log = createSession(environment, { cwd: "/work/app" });
		await moveSession(log, "/work/other");
		log.appendMessage(assistant("x"));
		expect(log.header).toEqual({
			type: "session",
			version: 3,
			id: log.id,
			timestamp: log.header.timestamp,
			cwd: "/work/other",
		});
		expect(environment.storage.list("/agent/sessions/--work-other--")).toHaveLength(1);
	});
});
