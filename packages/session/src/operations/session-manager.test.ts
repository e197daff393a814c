import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { fileEnvironment } from "../log/session-environment.ts";
import { fakeHost, memoryEnvironment } from "../testing/fake-host.ts";
import { assistant, user } from "../testing/messages.ts";
import { branchPoint, navigationPoint } from "../tree/branch-point.ts";
import { sessionManagers } from "./session-manager.ts";

test("SessionManager: SDK users read and write under the documented names", async () => {
	const manager = sessionManagers(memoryEnvironment()).create("/work/app");
	manager.appendModelChange("acme/a-1");
	manager.appendModelChange("acme/small", "smol");
	const question = manager.appendMessage(user("one"));
	const answer = manager.appendMessage(assistant("two"));
	manager.appendTtsrInjection(["rule"]);
	manager.appendLabelChange(question, "start");
	expect([manager.getLastModelChangeRole(), manager.getInjectedTtsrRules(), manager.getLabel(question)]).toEqual([
		"smol",
		["rule"],
		"start",
	]);
	expect(manager.getBranch(answer).map(({ type }) => type)).toEqual([
		"model_change",
		"model_change",
		"message",
		"message",
	]);
	expect([manager.getLeafEntry()?.type, manager.getChildren(question).map(({ id }) => id)]).toEqual([
		"label",
		[answer],
	]);
	expect(manager.getTree()[0]?.entry).toEqual(manager.getEntries()[0]);
	expect(manager.getUsageStatistics().cost).toBe(0.75);
	expect(manager.buildSessionContext().messages).toHaveLength(2);
	expect(await manager.setSessionName("Name")).toBe(true);
	expect([manager.getSessionName(), manager.getCwd(), manager.getSessionDir()]).toEqual([
		"Name",
		"/work/app",
		"/agent/sessions/--work-app--",
	]);
	expect(() => manager.appendLabelChange("zz", "x")).toThrow("Entry zz not found");
});

verifies("sessions:api:session-manager", async () => {
	await using project = await workspace();
	const environment = fileEnvironment(fakeHost(), project.file("agent"));
	const managers = sessionManagers(environment);
	const manager = managers.create("/work/app");
	const question = manager.appendMessage(user("one"));
	manager.appendMessage(assistant("two"));
	const first = manager.getSessionFile() ?? "";
	await expect(managers.open(first)).rejects.toThrow("is in use by this process");

	expect(await manager.fork()).toBe(true);
	const fork = manager.getSessionFile() ?? "";
	expect(fork).not.toBe(first);
	expect(await manager.createBranchedSession(question)).not.toBe(fork);
	expect(manager.getHeader().parentSession).toBe(fork);
	await manager.newSession({ parentSession: fork });
	expect([manager.getEntries(), manager.getHeader().parentSession]).toEqual([[], fork]);
	await manager.setSessionFile(first);
	expect(manager.getEntries()).toHaveLength(2);
	await manager.dropSession();
	expect([environment.storage.exists(first), manager.getEntries()]).toEqual([false, []]);
	expect((await managers.list("/work/app")).map(({ path }) => path)).toEqual([fork]);

	const recent = await managers.continueRecent("/work/app");
	expect(recent.getSessionFile()).toBe(fork);
	expect((await managers.forkFrom(fork, "/work/other")).getHeader()).toMatchObject({ cwd: "/work/other" });
	expect(await managers.listAll()).toHaveLength(2);
	expect((await managers.continueRecent("/work/none")).getEntries()).toEqual([]);
	await expect(managers.forkFrom(first)).rejects.toThrow("There is no session in");
});

test("SessionManager: in memory, artifacts and switching need no disk", async () => {
	const environment = memoryEnvironment();
	const manager = sessionManagers(environment).inMemory();
	manager.appendMessage(assistant("x"));
	expect([await manager.fork(), manager.saveArtifact("text", "bash"), manager.allocateArtifactPath("read")]).toEqual([
		false,
		"0",
		{ id: "1" },
	]);
	await manager.newSession();
	await manager.dropSession();
	await manager.close();
	expect([manager.getSessionFile(), environment.storage.list("/")]).toEqual([undefined, []]);
});

verifies("sessions:op:new", async () => {
	const manager = sessionManagers(memoryEnvironment()).create("/work/app");
	manager.appendMessage(assistant("old"));
	const old = manager.getSessionFile() ?? "";
	await manager.newSession({ parentSession: old });
	manager.appendMessage(assistant("new"));
	expect([manager.getSessionFile() === old, manager.getEntries().length, manager.getHeader().parentSession]).toEqual([
		false,
		1,
		old,
	]);
	await manager.newSession();
	expect([manager.getEntries(), manager.getHeader().parentSession]).toEqual([[], undefined]);
});

verifies("sessions:op:drop", async () => {
	const environment = memoryEnvironment();
	const manager = sessionManagers(environment).create("/work/app");
	manager.appendMessage(assistant("old"));
	const { file = "", artifactsDirectory = "" } = manager.log;
	environment.storage.writeText(`${artifactsDirectory}/0.bash.log`, "output");
	await manager.dropSession();
	expect([environment.storage.exists(file), environment.storage.exists(artifactsDirectory)]).toEqual([false, false]);
	expect([manager.getEntries(), manager.getSessionFile() === file]).toEqual([[], false]);
});

describe("branch points", () => {
	function grown() {
		const manager = sessionManagers(memoryEnvironment()).create();
		const ids = [
			manager.appendMessage(user("one")),
			manager.appendMessage(assistant("two")),
			manager.appendCustomMessageEntry("x", "note", true),
		] as const;
		return { log: manager.log, ids };
	}

	test("branching goes back before a user message and returns its text", () => {
		const { log, ids } = grown();
		expect(branchPoint(log, ids[0])).toEqual({ leafId: null, editorText: "one" });
		expect(() => branchPoint(log, ids[1])).toThrow("Invalid entry ID for branching");
		expect(() => branchPoint(log, "zz")).toThrow("Invalid entry ID for branching");
	});

	test("navigating selects a reply, or goes before a user message", () => {
		const { log, ids } = grown();
		expect(navigationPoint(log, ids[0])).toEqual({ leafId: null, editorText: "one" });
		expect(navigationPoint(log, ids[1])).toEqual({ leafId: ids[1], editorText: undefined });
		expect(navigationPoint(log, ids[2])).toEqual({ leafId: ids[1], editorText: "note" });
	});
});
