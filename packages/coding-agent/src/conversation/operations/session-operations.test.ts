import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { joinText } from "@oh-my-pi/pi-ai/message";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { createSession } from "@oh-my-pi/pi-session/operations/create-session";
import { openSession } from "@oh-my-pi/pi-session/operations/open-session";
import { type ScriptedAnswer, says, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { ConversationOptions } from "../kernel/conversation-options.ts";
import { testHost } from "../testing/history.ts";
import { scriptedConversation } from "../testing/scripted-conversation.ts";
import { branchConversation, branchPoints } from "./branch-session.ts";
import { clearConversation } from "./clear-session.ts";
import { forkConversation } from "./fork-session.ts";
import { moveConversation } from "./move-session.ts";
import { navigateTree } from "./navigate-tree.ts";
import { dropSession, newSession } from "./new-session.ts";
import { switchSession } from "./switch-session.ts";

/** A conversation with its session on disk. */
async function onDisk(answers: readonly ScriptedAnswer[], options: Partial<ConversationOptions> = {}) {
	const files = await workspace({ "elsewhere/x": "" });
	let time = testHost.now();
	const host = { ...testHost, cwd: files.path, home: files.path, now: () => time++ };
	const environment = fileEnvironment(host, files.file("agent"));
	const log = createSession(environment, { cwd: files.path });
	const talk = scriptedConversation(answers, { host, log, ...options });
	return {
		...talk,
		environment,
		files,
		ask: (text: string) => talk.conversation.submit({ type: "prompt", text }),
		async [Symbol.asyncDispose]() {
			await talk.conversation.dispose();
			await files[Symbol.asyncDispose]();
		},
	};
}

const texts = (messages: readonly { role: string; content?: unknown }[]) =>
	messages.map((message) => joinText((message.content ?? "") as string));
const isFree = (log: SessionLog, file: string) => {
	const opened = openSession(log.environment, file);
	if (opened.kind === "opened") void opened.log.close();
	return opened.kind === "opened";
};

describe("a new session", () => {
	test("starts empty with the model and thinking level of the old one, which is closed and complete", async () => {
		await using talk = await onDisk([says("One."), says("Two.")]);
		const { conversation } = talk;
		await talk.ask("first");
		const old = conversation.log;
		expect(await newSession(conversation, { parentSession: "the-parent" })).toBe(true);
		expect(conversation.messages).toEqual([]);
		expect(conversation.log.header.parentSession).toBe("the-parent");
		expect([...conversation.log.entries()].map(({ type }) => type)).toEqual([
			"thinking_level_change",
			"service_tier_change",
			"model_change",
		]);
		expect(existsSync(conversation.log.file ?? "")).toBe(false);
		expect(isFree(old, old.file ?? "")).toBe(true);
		await talk.ask("second");
		expect(texts(conversation.messages)).toEqual(["second", "Two."]);
		expect(await readFile(old.file ?? "", "utf8")).not.toContain("second");
	});

	test("aborts the run and clears the queue", async () => {
		const forever: ScriptedAnswer = async (reply, { options }) => {
			reply.appendText(0, "Working");
			await new Promise((_, reject) => options.signal?.addEventListener("abort", () => reject(options.signal?.reason)));
		};
		await using talk = await onDisk([forever, says("Never.")]);
		const running = talk.ask("go");
		await until(() => talk.events.some(({ type }) => type === "message_update"));
		await talk.conversation.submit({ type: "follow_up", text: "and this" });
		const old = talk.conversation.log;
		await newSession(talk.conversation);
		await running;
		expect(talk.requests).toHaveLength(1);
		expect(talk.conversation.isStreaming).toBe(false);
		expect([...old.entries()].at(-1)).toMatchObject({ message: { stopReason: "aborted" } });
	});

	test("dropSession deletes the old one", async () => {
		await using talk = await onDisk([says("One.")]);
		await talk.ask("first");
		const file = talk.conversation.log.file ?? "";
		expect(existsSync(file)).toBe(true);
		await dropSession(talk.conversation);
		expect(existsSync(file)).toBe(false);
	});

	test("a hook can cancel, and nothing changes", async () => {
		await using talk = await onDisk([says("One.")]);
		await talk.ask("first");
		const { log } = talk.conversation;
		const asked: unknown[] = [];
		talk.conversation.addHook({
			name: "test",
			beforeSessionChange: async (event) => {
				asked.push(event);
				return { cancel: true };
			},
		});
		expect(await newSession(talk.conversation)).toBe(false);
		expect(asked).toEqual([{ type: "session_before_switch", reason: "new" }]);
		expect(talk.conversation.log).toBe(log);
		expect(texts(talk.conversation.messages)).toEqual(["first", "One."]);
	});
});

describe("switching", () => {
	verifies("sessions:switch:restores-state", async () => {
		const other = { ...scriptedModelRecord, id: "other" };
		const restored: string[] = [];
		await using talk = await onDisk([says("One."), says("Two."), says("Three.")], {
			restoreModel: async (context, current) => {
				restored.push(context.models.default ?? "none");
				if (context.models.default !== "test/other") return { ...current, notice: "Could not restore model" };
				return { model: other, thinkingLevel: "high" };
			},
		});
		const { conversation } = talk;
		await talk.ask("first");
		await conversation.submit({ type: "set_model", model: other });
		const phases = [{ name: "Plan", tasks: [{ content: "a", status: "pending" as const }] }];
		conversation.todos.replace(phases);
		const first = conversation.log.file ?? "";
		await newSession(conversation);
		await conversation.submit({ type: "set_model", model: scriptedModelRecord });
		expect(conversation.todos.phases).toEqual([]);
		await talk.ask("second");
		expect(await switchSession(conversation, first)).toBe(true);
		expect(texts(conversation.messages)).toEqual(["first", "One."]);
		expect(conversation.model).toEqual(other);
		expect(conversation.thinkingLevel).toBe("high");
		expect(conversation.todos.phases).toEqual(phases);
		await talk.ask("third");
		expect(JSON.stringify(talk.requests[2]?.context.messages)).toContain("One.");
	});

	test("when the session's model is unavailable, the current one stays, with a notice", async () => {
		await using talk = await onDisk([says("One.")], {
			restoreModel: async (_context, current) => ({ ...current, notice: "Could not restore model test/gone" }),
		});
		await talk.ask("first");
		await newSession(talk.conversation);
		expect(talk.conversation.model).toEqual(scriptedModelRecord);
		expect(talk.events.at(-1)).toEqual({
			type: "notice",
			level: "warning",
			message: "Could not restore model test/gone",
		});
	});

	verifies("sessions:switch:rollback", async () => {
		let isBroken = false;
		await using talk = await onDisk([says("One."), says("Two.")], {
			restoreModel: async (_context, current) => {
				if (isBroken) throw new Error("the registry fell over");
				return current;
			},
		});
		const { conversation } = talk;
		await talk.ask("first");
		const first = conversation.log;
		await newSession(conversation);
		await talk.ask("second");
		const second = conversation.log;
		isBroken = true;
		await expect(switchSession(conversation, first.file ?? "")).rejects.toThrow("the registry fell over");
		expect(conversation.log).toBe(second);
		expect(texts(conversation.messages)).toEqual(["second", "Two."]);
		expect(isFree(second, first.file ?? "")).toBe(true);
		await conversation.submit({ type: "set_session_name", name: "Still here" });
		await conversation.dispose();
		expect(await readFile(second.file ?? "", "utf8")).toContain("Still here");
	});

	test("a session locked by another process is refused with a suggestion to fork", async () => {
		await using talk = await onDisk([says("One.")]);
		await talk.ask("first");
		const held = createSession(talk.environment, { cwd: talk.files.path });
		held.ensureOnDisk();
		await expect(switchSession(talk.conversation, held.file ?? "")).rejects.toThrow("fork it to go on from here");
		expect(texts(talk.conversation.messages)).toEqual(["first", "One."]);
		await held.close();
	});

	test("a path without a file starts a session there", async () => {
		await using talk = await onDisk([]);
		await switchSession(talk.conversation, talk.files.file("own/place.jsonl"));
		expect(existsSync(talk.files.file("own/place.jsonl"))).toBe(true);
		expect(talk.conversation.log.file).toBe(talk.files.file("own/place.jsonl"));
	});
});

describe("fork and branch", () => {
	test("a fork continues in a copy", async () => {
		await using talk = await onDisk([says("One."), says("Two.")]);
		await talk.ask("first");
		const original = talk.conversation.log;
		const file = await forkConversation(talk.conversation);
		expect(file).not.toBe(original.file);
		expect(talk.conversation.log.header.parentSession).toBe(original.id);
		await talk.ask("second");
		expect(texts(talk.conversation.messages)).toEqual(["first", "One.", "second", "Two."]);
		expect(await readFile(original.file ?? "", "utf8")).not.toContain("second");
	});

	test("an in-memory session cannot be forked", async () => {
		await using talk = await onDisk([]);
		await expect(forkConversation(talk.conversation)).rejects.toThrow(
			"Fork failed (session not persisted or cancelled)",
		);
	});

	test("a branch ends before the chosen message, whose text is returned", async () => {
		await using talk = await onDisk([says("One."), says("Two."), says("Other.")]);
		const { conversation } = talk;
		await talk.ask("first");
		await talk.ask("second");
		const points = branchPoints(conversation);
		expect(points.map(({ text }) => text)).toEqual(["first", "second"]);
		const parent = conversation.log.file;
		expect(await branchConversation(conversation, points[1]?.entryId ?? "")).toEqual({
			cancelled: false,
			text: "second",
		});
		expect(texts(conversation.messages)).toEqual(["first", "One."]);
		expect(conversation.log.header.parentSession).toBe(parent);
		await expect(branchConversation(conversation, "ffffffff")).rejects.toThrow("Invalid entry ID for branching");
		await branchConversation(conversation, branchPoints(conversation)[0]?.entryId ?? "");
		expect(conversation.messages).toEqual([]);
		await talk.ask("otherwise");
		expect(texts(conversation.messages)).toEqual(["otherwise", "Other."]);
	});
});

describe("moving in the tree", () => {
	verifies("sessions:op:navigate", async () => {
		await using talk = await onDisk([says("One."), says("Two."), says("Three.")]);
		const { conversation } = talk;
		await talk.ask("first");
		const afterFirst = conversation.log.leafId ?? "";
		await talk.ask("second");
		const oldLeafId = conversation.log.leafId;
		const heard: unknown[] = [];
		conversation.addHook({ name: "test", afterSessionChange: (event) => void heard.push(event) });
		expect(await navigateTree(conversation, afterFirst)).toEqual({ cancelled: false });
		expect(texts(conversation.messages)).toEqual(["first", "One."]);
		expect(heard).toEqual([{ type: "session_tree", newLeafId: afterFirst, oldLeafId }]);
		await talk.ask("third");
		const second = [...conversation.log.entries()].find(
			(entry) =>
				entry.type === "message" && entry.message.role === "user" && joinText(entry.message.content) === "second",
		);
		expect(await navigateTree(conversation, second?.id ?? "")).toEqual({ cancelled: false, editorText: "second" });
		await expect(navigateTree(conversation, conversation.log.leafId ?? "")).rejects.toThrow("Already at this point");
	});

	verifies("sessions:op:navigate-cancel", async () => {
		await using talk = await onDisk([says("One."), says("Two.")]);
		const { conversation } = talk;
		await talk.ask("first");
		const target = conversation.log.leafId ?? "";
		await talk.ask("second");
		const before = conversation.log.leafId;
		expect(await navigateTree(conversation, target, { summarize: async () => undefined })).toEqual({ cancelled: true });
		const failing = navigateTree(conversation, target, { summarize: () => Promise.reject(new Error("no summary")) });
		await expect(failing).rejects.toThrow("no summary");
		const objection = conversation.addHook({ name: "test", beforeSessionChange: async () => ({ cancel: true }) });
		expect(await navigateTree(conversation, target)).toEqual({ cancelled: true });
		objection();
		expect(conversation.log.leafId).toBe(before);
		expect(texts(conversation.messages)).toEqual(["first", "One.", "second", "Two."]);
	});

	test("the branch that is left is summarized at the target", async () => {
		await using talk = await onDisk([says("One."), says("Two.")]);
		const { conversation } = talk;
		await talk.ask("first");
		const target = conversation.log.leafId ?? "";
		await talk.ask("second");
		const { summaryEntry } = await navigateTree(conversation, target, {
			summarize: async (entries) => ({ summary: `left ${entries.length}` }),
		});
		expect(summaryEntry).toMatchObject({ type: "branch_summary", summary: "left 2", parentId: target });
		expect(conversation.messages.at(-1)).toMatchObject({ role: "branchSummary", summary: "left 2" });
	});
});

verifies("sessions:op:clear", async () => {
	await using talk = await onDisk([says("One."), says("Two.")]);
	const { conversation } = talk;
	await talk.ask("first");
	const { file, id } = conversation.log;
	expect(await clearConversation(conversation)).toBe(2);
	await talk.ask("second");
	expect([conversation.log.file, conversation.log.id]).toEqual([file ?? "", id]);
	expect(talk.requests[1]?.context.messages.map(({ role }) => role)).toEqual(["user"]);
	expect([...conversation.log.entries()].map(({ type }) => type)).toContain("reset_boundary");
});

test("move: the session file moves, and tools use the new cwd", async () => {
	const folder = { path: "" };
	await using talk = await onDisk([says("One."), says("Two.")], { cwd: () => folder.path });
	folder.path = talk.files.path;
	await talk.ask("first");
	const old = talk.conversation.log.file ?? "";
	expect(await moveConversation(talk.conversation, folder, "elsewhere")).toBe(talk.files.file("elsewhere"));
	expect(existsSync(old)).toBe(false);
	expect(talk.conversation.log.header).toMatchObject({
		cwd: talk.files.file("elsewhere"),
		previousSessionFiles: [old],
	});
	await talk.ask("second");
	expect(JSON.stringify(talk.requests[1]?.context.messages)).toContain(`${talk.files.file("elsewhere")}.</system`);
	await expect(moveConversation(talk.conversation, folder, "nowhere")).rejects.toThrow("Directory not found: ");
});
