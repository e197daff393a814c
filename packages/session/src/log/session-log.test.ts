import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { createSession, inMemorySession } from "../operations/create-session.ts";
import { openSession } from "../operations/open-session.ts";
import { fakeHost, memoryEnvironment } from "../testing/fake-host.ts";
import { assistant, calling, result, user } from "../testing/messages.ts";
import { fileEnvironment, type SessionEnvironment } from "./session-environment.ts";
import type { SessionLog } from "./session-log.ts";

function opened(environment: SessionEnvironment, file: string): SessionLog {
	const result = openSession(environment, file);
	if (result.kind !== "opened") throw new Error(`expected an open session, got ${result.kind}`);
	return result.log;
}

const linesOf = (environment: SessionEnvironment, log: SessionLog) =>
	(environment.storage.readText(log.file ?? "") ?? "").split("\n").filter(Boolean);

const types = (log: SessionLog) => [...log.entries()].map(({ type }) => type).join(" ");

describe("a new session", () => {
	verifies("sessions:persist:lazy-creation", () => {
		const environment = memoryEnvironment();
		const log = createSession(environment, { cwd: "/work/app" });
		log.appendModelChange("acme/a-1");
		expect([log.isOnDisk, environment.storage.exists(log.file ?? "")]).toEqual([false, false]);
		log.appendMessage(user("hi"));
		expect(linesOf(environment, log)).toHaveLength(3);
		log.appendMessage(assistant("", { stopReason: "error" }));
		expect(linesOf(environment, log).map((line) => JSON.parse(line).type)).toEqual([
			"session",
			"model_change",
			"message",
			"message",
		]);
		log.appendCustomEntry("com.example.state");
		expect(linesOf(environment, log)).toHaveLength(5);
	});

	verifies("sessions:disk:file-name", () => {
		const environment = memoryEnvironment();
		const log = createSession(environment, { cwd: "/work/app", parentSession: "01a1dd0f" });
		log.ensureOnDisk();
		const id = "01a1dd10-4135-7425-978c-8e0e00000001";
		const stem = `/agent/sessions/--work-app--/2026-11-15T02-36-32-437Z_${id}`;
		expect([log.file, log.artifactsDirectory]).toEqual([`${stem}.jsonl`, stem]);
		expect(linesOf(environment, log)).toEqual([
			`{"type":"session","version":3,"id":"${id}","timestamp":"2026-11-15T02:36:32.437Z","cwd":"/work/app","parentSession":"01a1dd0f"}`,
		]);
	});

	test("in memory behaves the same and writes nothing", async () => {
		const environment = memoryEnvironment();
		const log = inMemorySession(environment, { cwd: "/work/app" });
		log.appendMessage(user("hi"));
		log.appendMessage(assistant("hello"));
		await log.setName("A name");
		log.saveDraft("text");
		expect(log.artifacts.save("bash", "output")).toEqual({ id: "0" });
		await log.close();
		expect([log.file, log.name, log.consumeDraft(), environment.storage.list("/")]).toEqual([
			undefined,
			"A name",
			undefined,
			[],
		]);
		expect(types(log)).toBe("message message title_change");
	});
});

describe("the file", () => {
	const file = `{"type":"session","version":3,"id":"01a1dd10-4135-7425-978c-8e0e00000001","timestamp":"2026-11-15T02:36:32.437Z","cwd":"/work/app"}
{"type":"model_change","id":"00000002","parentId":null,"timestamp":"2026-11-15T02:36:32.437Z","model":"acme/a-1"}
{"type":"thinking_level_change","id":"00000003","parentId":"00000002","timestamp":"2026-11-15T02:36:32.437Z","thinkingLevel":"medium"}
{"type":"message","id":"00000004","parentId":"00000003","timestamp":"2026-11-15T02:36:32.437Z","message":{"role":"user","content":[{"type":"text","text":"hi"}],"attribution":"user","timestamp":1}}
{"type":"message","id":"00000005","parentId":"00000004","timestamp":"2026-11-15T02:36:32.437Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"toolu_1_2","name":"bash","arguments":{"command":"true"}}],"api":"anthropic-messages","provider":"acme","model":"a-1","usage":{"input":100,"output":20,"cacheRead":0,"cacheWrite":0,"totalTokens":120,"cost":{"input":0.25,"output":0.5,"cacheRead":0,"cacheWrite":0,"total":0.75}},"stopReason":"toolUse","timestamp":2}}
{"type":"custom","customType":"tool_execution_start","data":{"toolCallId":"toolu_1_2","toolName":"bash","startedAt":"2026-11-15T02:36:32.437Z","args":{"command":"echo hi"}},"id":"00000006","parentId":"00000005","timestamp":"2026-11-15T02:36:32.437Z"}
{"type":"message","id":"00000007","parentId":"00000006","timestamp":"2026-11-15T02:36:32.437Z","message":{"role":"toolResult","toolCallId":"toolu_1_2","toolName":"bash","content":[{"type":"text","text":"done"}],"isError":false,"timestamp":3}}
{"type":"message","id":"00000008","parentId":"00000007","timestamp":"2026-11-15T02:36:32.437Z","message":{"role":"assistant","content":[{"type":"text","text":"ok"}],"api":"anthropic-messages","provider":"acme","model":"a-1","usage":{"input":100,"output":20,"cacheRead":0,"cacheWrite":0,"totalTokens":120,"cost":{"input":0.25,"output":0.5,"cacheRead":0,"cacheWrite":0,"total":0.75}},"stopReason":"stop","timestamp":2}}
{"type":"custom","customType":"session_exit","data":{"reason":"dispose","kind":"normal","recordedAt":"2026-11-15T02:36:32.437Z"},"id":"00000009","parentId":"00000008","timestamp":"2026-11-15T02:36:32.437Z"}
`;
	const time = "2026-11-15T02:36:32.437Z";

	function writeSmallSession(environment: SessionEnvironment): SessionLog {
		const log = createSession(environment, { cwd: "/work/app" });
		log.appendModelChange("acme/a-1");
		log.appendThinkingLevelChange("medium");
		log.appendMessage(user("hi"));
		log.appendMessage(calling("toolu_1_2"));
		const start = { toolCallId: "toolu_1_2", toolName: "bash", startedAt: time, args: { command: "echo hi" } };
		log.appendCustomEntry("tool_execution_start", start);
		log.appendMessage(result("toolu_1_2"));
		log.appendMessage(assistant("ok"));
		log.appendCustomEntry("session_exit", { reason: "dispose", kind: "normal", recordedAt: time });
		return log;
	}

	verifies("sessions:format:header-first", async () => {
		await using project = await workspace();
		const environment = fileEnvironment(fakeHost(), project.file("agent"));
		const log = writeSmallSession(environment);
		expect(readFileSync(log.file ?? "", "utf8")).toBe(file);
		await log.close();
		const again = opened(environment, log.file ?? "");
		expect(
			`${[JSON.stringify(again.header), ...[...again.entries()].map((entry) => JSON.stringify(entry))].join("\n")}\n`,
		).toBe(file);
		expect(Buffer.concat([...again.lines()]).toString()).toBe(file.slice(file.indexOf("\n") + 1));
		expect([again.problems, again.leafId]).toEqual([[], "00000009"]);
		expect(again.context().models).toEqual({ default: "acme/a-1" });
		await again.close();
		expect(readFileSync(log.file ?? "", "utf8")).toBe(file);
	});

	test("can be appended to after reopening, and a rename changes only the header", async () => {
		await using project = await workspace();
		const environment = fileEnvironment(fakeHost(), project.file("agent"));
		const written = writeSmallSession(environment);
		await written.close();
		const log = opened(environment, written.file ?? "");
		log.appendMessage(user("more"));
		const before = readFileSync(log.file ?? "", "utf8").split("\n");
		await log.setName("Fix  login\nnow", "auto");
		log.appendMessage(assistant("yes"));
		const after = readFileSync(log.file ?? "", "utf8").split("\n");
		expect(JSON.parse(after[0] ?? "")).toMatchObject({ title: "Fix login", titleSource: "auto", version: 3 });
		expect(after.slice(1, before.length - 1)).toEqual(before.slice(1, -1));
		expect(after.slice(before.length - 1).map((line) => line && JSON.parse(line).type)).toEqual([
			"title_change",
			"message",
			"",
		]);
		expect([...log.entries()].map((entry) => JSON.stringify(entry))).toEqual(after.slice(1, -1));
		await log.close();
	});

	verifies("sessions:format:unknown-kept", async () => {
		const environment = memoryEnvironment();
		const header = '{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/work/app","future":{"a":1}}';
		const odd = '{"type":"hologram","id":"h","parentId":null,"timestamp":"t",  "beam":[1,2]}';
		environment.storage.writeText("/s.jsonl", `${header}\n${odd}\n`);
		const log = opened(environment, "/s.jsonl");
		await log.setName("Kept");
		const lines = linesOf(environment, log);
		expect(JSON.parse(lines[0] ?? "")).toMatchObject({ future: { a: 1 }, title: "Kept" });
		expect(lines[1]).toBe(odd);
		expect(JSON.parse(lines[2] ?? "")).toMatchObject({ type: "title_change", parentId: "h" });
	});
});

verifies("sessions:format:entry-base", () => {
	const environment = memoryEnvironment();
	const foreign = '{"type":"custom","customType":"x","id":"claude-0a1b-message-1","parentId":null,"timestamp":"t"}';
	const header = '{"type":"session","version":3,"id":"any string","timestamp":"t","cwd":"/work/app"}';
	environment.storage.writeText("/s.jsonl", `${header}\n${foreign}\n`);
	const log = opened(environment, "/s.jsonl");
	const id = log.appendMessage(user("hi"));
	expect(id).toMatch(/^[0-9a-f]{8}$/);
	expect(log.findEntry(id)).toMatchObject({
		id,
		parentId: "claude-0a1b-message-1",
		timestamp: "2026-11-15T02:36:32.437Z",
	});
	const more = Array.from({ length: 500 }, () => log.append({ type: "reset_boundary" }));
	expect(new Set([id, ...more]).size).toBe(501);
});

verifies("sessions:format:entry-types", async () => {
	const environment = memoryEnvironment();
	const log = createSession(environment, { cwd: "/work/app" });
	log.appendMessage(user("one"));
	const reply = log.appendMessage(assistant("two"));
	log.appendModelChange("acme/a-1", "default", { resolvedModelIsFallback: false });
	log.appendThinkingLevelChange("medium", "auto");
	log.append({ type: "service_tier_change", serviceTier: { openai: "flex" } });
	log.appendCompaction({
		summary: "s",
		shortSummary: "ok",
		firstKeptEntryId: reply,
		tokensBefore: 1,
		preserveData: {},
	});
	log.branchWithSummary(reply, "left", { files: 1 }, false);
	log.appendCustomEntry("com.example.state", { a: 1 });
	log.appendCustomMessageEntry("advisor", "note", true, { notes: [] }, "agent");
	log.appendLabelChange(reply, "chk1");
	await log.setName("Go", "auto");
	log.append({ type: "ttsr_injection", injectedRules: ["nolodash"] });
	log.append({ type: "mcp_tool_selection", selectedToolNames: ["mcp__srv__tool"] });
	log.appendModeChange("plan", { planFilePath: "local://PLAN.md" });
	log.append({
		type: "session_init",
		systemPrompt: "p",
		task: "t",
		tools: ["read"],
		agent: "task",
		readOnly: false,
		spawns: "*",
	});
	log.append({ type: "reset_boundary" });
	log.append({ type: "credential_pin", provider: "anthropic", hash: "hash" });
	expect(types(log)).toBe(
		"message message model_change thinking_level_change service_tier_change compaction branch_summary custom custom_message label title_change ttsr_injection mcp_tool_selection mode_change session_init reset_boundary credential_pin",
	);
	const written = linesOf(environment, log).slice(1);
	await log.close();
	const again = opened(environment, log.file ?? "");
	expect([...again.entries()].map((entry) => JSON.stringify(entry))).toEqual(written);
	await again.setName("Renamed");
	expect(linesOf(environment, again).slice(1, -1)).toEqual(written);
});

describe("names", () => {
	verifies("sessions:op:rename", async () => {
		const environment = memoryEnvironment();
		const log = createSession(environment, { cwd: "/work/app" });
		log.appendMessage(assistant("hi"));
		await log.setName("Mine");
		const lines = linesOf(environment, log).map((line) => JSON.parse(line));
		expect(lines[0]).toMatchObject({ title: "Mine", titleSource: "user" });
		expect(lines.at(-1)).toMatchObject({ type: "title_change", title: "Mine", source: "user" });
		await expect(log.setName("  ")).rejects.toThrow("Session name cannot be empty");
	});

	test("an automatic name never replaces the user's, and an empty one is rejected", async () => {
		const log = createSession(memoryEnvironment(), { cwd: "/work/app" });
		expect(await log.setName("Auto", "auto", { trigger: "first-prompt" })).toBe(true);
		expect(await log.setName("Mine")).toBe(true);
		expect([await log.setName("Other", "auto"), log.name]).toEqual([false, "Mine"]);
		await expect(log.setName(" \n ")).rejects.toThrow("Session name cannot be empty");
		expect(
			[...log.entries()].map(
				(entry) => entry.type === "title_change" && [entry.title, entry.previousTitle, entry.trigger],
			),
		).toEqual([
			["Auto", undefined, "first-prompt"],
			["Mine", "Auto", undefined],
		]);
	});

	verifies("sessions:format:title-slot", async () => {
		const environment = memoryEnvironment();
		const slot = JSON.stringify({ type: "title", v: 1, title: "Slot", source: "user", updatedAt: "t", pad: "" });
		const padded = slot.replace('"pad":""', `"pad":"${" ".repeat(255 - slot.length)}"`);
		const header = '{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/work/app","title":"Header"}';
		environment.storage.writeText("/s.jsonl", `${padded}\n${header}\n`);
		const log = opened(environment, "/s.jsonl");
		expect(log.name).toBe("Slot");
		await log.setName("Renamed");
		const [first, second] = linesOf(environment, log);
		expect([first?.length, JSON.parse(first ?? "").title, second]).toEqual([255, "Renamed", header]);
		await log.close();
		expect(opened(environment, "/s.jsonl").name).toBe("Renamed");
	});

	test("a rename that only reached the log applies when the header has none", () => {
		const environment = memoryEnvironment();
		const header = '{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/work/app"}';
		const change = '{"type":"title_change","id":"a","parentId":null,"timestamp":"t","title":"Late","source":"user"}';
		environment.storage.writeText("/s.jsonl", `${header}\n${change}\n`);
		expect(opened(environment, "/s.jsonl").header).toMatchObject({ title: "Late", titleSource: "user" });
	});
});

describe("branches", () => {
	function grown() {
		const log = createSession(memoryEnvironment(), { cwd: "/work/app" });
		const first = log.appendMessage(user("one"));
		const reply = log.appendMessage(assistant("two"));
		return { log, first, reply };
	}

	verifies("sessions:tree:branch-and-reset", () => {
		const { log, first, reply } = grown();
		log.branch(first);
		const sibling = log.appendMessage(user("other"));
		log.resetLeaf();
		const root = log.appendMessage(user("again"));
		expect(log.children(first).map(({ id }) => id)).toEqual([reply, sibling]);
		expect(log.children(null).map(({ id }) => id)).toEqual([first, root]);
		expect(log.path(sibling).map(({ id }) => id)).toEqual([first, sibling]);
		expect(() => log.branch("zz")).toThrow("Entry zz not found");
		expect(() => log.appendLabelChange("zz", "x")).toThrow("Entry zz not found");
	});

	verifies("sessions:tree:append-moves-leaf", () => {
		const { log, first, reply } = grown();
		expect([log.leafId, log.findEntry(reply)?.parentId, log.findEntry(first)?.parentId]).toEqual([reply, first, null]);
		const next = log.append({ type: "reset_boundary" });
		expect([log.leafId, log.findEntry(next)?.parentId]).toEqual([next, reply]);
	});

	test("leaving a branch with a summary records the branch point", () => {
		const { log, first } = grown();
		log.branchWithSummary(first, "tried", { files: 1 });
		log.branchWithSummary(null, "all of it", undefined, true);
		const summaries = [...log.entries()].filter((entry) => entry.type === "branch_summary");
		expect(
			summaries.map(({ parentId, fromId, summary, details, fromExtension }) => [
				parentId,
				fromId,
				summary,
				details,
				fromExtension,
			]),
		).toEqual([
			[first, first, "tried", { files: 1 }, undefined],
			[null, "root", "all of it", undefined, true],
		]);
		expect(log.context().messages).toMatchObject([{ role: "branchSummary", fromId: "root" }]);
	});

	verifies("sessions:tree:reopen-leaf", async () => {
		const { log, first, reply } = grown();
		log.branch(first);
		await log.close();
		expect(opened(log.environment, log.file ?? "").leafId).toBe(reply);
	});

	test("the tree shows labels and loads bodies on demand", () => {
		const { log, first, reply } = grown();
		const label = log.appendLabelChange(first, "chk1");
		const [root] = log.tree();
		expect([root?.id, root?.label, root?.children[0]?.children[0]?.id, log.findLabel(first)]).toEqual([
			first,
			"chk1",
			label,
			"chk1",
		]);
		expect(root?.children[0]?.entry).toEqual(log.findEntry(reply));
		log.appendLabelChange(first, "");
		expect(log.findLabel(first)).toBeUndefined();
	});
});

test("usage sums over all branches, also later ones", () => {
	const log = createSession(memoryEnvironment(), { cwd: "/work/app" });
	const first = log.appendMessage(user("one"));
	log.appendMessage(assistant("two"));
	log.branch(first);
	expect(log.usage()).toMatchObject({ input: 100, output: 20, totalTokens: 120, cost: 0.75 });
	log.appendMessage(assistant("three"));
	expect(log.usage()).toMatchObject({ input: 200, output: 40, totalTokens: 240, cost: 1.5 });
});

test("rewriteEntries changes only the requested entries", () => {
	const environment = memoryEnvironment();
	const log = createSession(environment, { cwd: "/work/app" });
	log.appendMessage(user("one"));
	log.appendMessage(calling("a"));
	const target = log.appendMessage(result("a"));
	log.appendMessage(assistant("end"));
	const before = linesOf(environment, log);
	log.rewriteEntries((entry) =>
		entry.type === "message" && entry.message.role === "toolResult"
			? {
					...entry,
					message: { ...entry.message, content: [{ type: "text", text: "pruned, much longer than before" }] },
				}
			: entry,
	);
	log.appendMessage(user("more"));
	const after = linesOf(environment, log);
	expect(after.map((line, index) => line === before[index])).toEqual([true, true, true, false, true, false]);
	expect(log.findEntry(target)).toMatchObject({ message: { content: [{ text: "pruned, much longer than before" }] } });
	expect([...log.entries()].map((entry) => JSON.stringify(entry))).toEqual(after.slice(1));
});

describe("images", () => {
	const data = Buffer.alloc(3000, 7).toString("base64");
	const picture = {
		role: "user" as const,
		content: [{ type: "image" as const, data, mimeType: "image/png" }],
		timestamp: 1,
	};

	verifies("sessions:persist:images-to-blobs", async () => {
		await using project = await workspace();
		const environment = fileEnvironment(fakeHost(), project.file("agent"));
		const log = createSession(environment, { cwd: "/work/app" });
		const id = log.appendMessage(picture);
		log.appendMessage(assistant("nice"));
		await log.close();
		expect(readFileSync(log.file ?? "", "utf8")).toContain('"data":"blob:sha256:');
		await using again = opened(environment, log.file ?? "");
		expect(again.findEntry(id)).toMatchObject({ message: picture });
		expect(again.context().messages[0]).toEqual(picture);
		expect(again.problems).toEqual([]);
	});

	test("that are missing are reported, and the rest stays readable", async () => {
		await using project = await workspace();
		const environment = fileEnvironment(fakeHost(), project.file("agent"));
		const log = createSession(environment, { cwd: "/work/app" });
		log.appendMessage(picture);
		log.appendMessage(assistant("nice"));
		await log.close();
		rmSync(project.file("agent/blobs"), { recursive: true });
		await using again = opened(environment, log.file ?? "");
		expect(again.context().messages).toHaveLength(2);
		expect(again.problems.map(({ kind }) => kind)).toEqual(["missing-blob"]);
	});
});

describe("drafts", () => {
	verifies("sessions:persist:draft", async () => {
		const environment = memoryEnvironment();
		const log = createSession(environment, { cwd: "/work/app" });
		log.saveDraft("half a thought");
		expect(log.isOnDisk).toBe(true);
		await log.close();
		const again = opened(environment, log.file ?? "");
		expect([again.consumeDraft(), again.consumeDraft()]).toEqual(["half a thought", undefined]);
		await again.close();
		expect(environment.storage.exists(log.file ?? "")).toBe(false);
	});

	test("are removed without deleting a session that has a reply", async () => {
		const environment = memoryEnvironment();
		const log = createSession(environment, { cwd: "/work/app" });
		log.saveDraft("hi");
		log.saveDraft("");
		log.appendMessage(assistant("hello"));
		await log.close();
		expect(environment.storage.exists(log.file ?? "")).toBe(true);
	});
});

test("a concurrent rename and rewrite both succeed, and nothing is lost", async () => {
	await using project = await workspace();
	const environment = fileEnvironment(fakeHost(), project.file("agent"));
	const log = createSession(environment, { cwd: "/work/app" });
	for (let n = 0; n < 50; n++) log.appendMessage(assistant(`reply ${n}`));
	const renaming = log.setName("Renamed");
	log.appendMessage(user("meanwhile"));
	log.rewriteEntries((entry) => ({ ...entry, timestamp: "2026-01-01T00:00:00.000Z, rewritten" }));
	log.appendMessage(user("after"));
	await renaming;
	await log.close();
	const again = opened(environment, log.file ?? "");
	expect([again.name, [...again.entries()].length, again.problems]).toEqual(["Renamed", 53, []]);
	expect([...again.entries()].filter(({ timestamp }) => timestamp.endsWith("rewritten"))).toHaveLength(52);
});

test("entries appended after close or drop stay in memory", async () => {
	const environment = memoryEnvironment();
	for (const end of ["close", "drop"] as const) {
		const log = createSession(environment, { cwd: "/work/app" });
		log.appendMessage(assistant("x"));
		await log[end]();
		const before = environment.storage.readText(log.file ?? "");
		log.appendMessage(user("late"));
		log.ensureOnDisk();
		expect([environment.storage.readText(log.file ?? ""), log.problems]).toEqual([before, []]);
	}
});

test("drop deletes log, artifacts and lock", async () => {
	await using project = await workspace();
	const environment = fileEnvironment(fakeHost(), project.file("agent"));
	const log = createSession(environment, { cwd: "/work/app" });
	log.appendMessage(assistant("hello"));
	const artifact = log.artifacts.save("bash", "output").path ?? "";
	expect([existsSync(log.file ?? ""), existsSync(`${log.file}.lock`), existsSync(artifact)]).toEqual([
		true,
		true,
		true,
	]);
	await log.drop();
	expect(environment.storage.list(log.directory ?? "")).toEqual([]);
});
