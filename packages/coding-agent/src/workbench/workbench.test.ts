import { expect, test } from "bun:test";
import { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import {
	calls,
	type ScriptedAnswer,
	says,
	scriptedModel,
	scriptedModelRecord,
} from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { ApprovalQuestion } from "../conversation/approval/approval-question.ts";
import { kernelsFeature } from "../features/kernels/feature.ts";
import { webFeature } from "../features/web/feature.ts";
import { loadSettings } from "../settings/load/load-settings.ts";
import { approvalSettings } from "../settings/sections/agent/approval.ts";
import { openConversation } from "./open/open-conversation.ts";
import { Workbench } from "./workbench.ts";

const runs = (command: string) => calls({ name: "bash", arguments: { command, env: { X: "1" } } });

/** A workbench with scripted models; the first text of a request selects the script. */
async function scripted(answers: Readonly<Record<string, readonly ScriptedAnswer[]>>) {
	const project = await workspace();
	const host = {
		cwd: project.path,
		home: project.file("home"),
		env: { PATH: process.env.PATH },
		now: Date.now,
		newId: () => Bun.randomUUIDv7(),
	};
	const agentDir = project.file("home/.omp/agent");
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	settings.override(approvalSettings.approvalMode, "always-ask");
	const registry = await ModelRegistry.load({ host, agentDir, providers: [] });
	const models = new Map(Object.entries(answers).map(([name, script]) => [name, scriptedModel(script)]));
	const workbench = new Workbench({
		host,
		agentDir,
		settings,
		registry,
		streamFn(model, context, options) {
			const text = JSON.stringify(context.messages);
			const name = Object.keys(answers).find((key) => text.includes(`I am ${key}`)) ?? "";
			const found = models.get(name);
			if (!found) throw new Error(`No script for ${text}`);
			return found.streamFn(model, context, options);
		},
		features: [webFeature, kernelsFeature],
	});
	await workbench.features.start({ workbench, request: { isBare: true }, notify: () => {} });
	const log = () => inMemorySession(fileEnvironment(host, agentDir), { cwd: host.cwd });
	const chooseModel = () => ({ model: scriptedModelRecord, thinkingLevel: "off" as const });
	return { project, workbench, log, chooseModel, models };
}

test("workbench: two conversations run side by side, the child's approvals reach the parent's front end", async () => {
	const bench = await scripted({
		parent: [runs("echo from-parent"), says("Parent done.")],
		child: [runs("echo from-child"), says("Child done.")],
	});
	await using _project = bench.project;
	const { workbench, log, chooseModel } = bench;
	const asked: ApprovalQuestion[] = [];
	workbench.frontEnd.connect({
		approve: async (question) => {
			asked.push(question);
			return { choice: "approve" };
		},
	});
	const seen: string[] = [];
	workbench.conversations.subscribe((event, { conversationId, parentId }) => {
		if (event.type === "agent_end") seen.push(`${conversationId} (${parentId ?? "top"})`);
	}, "test");
	const parent = await openConversation(workbench, { log: log(), chooseModel });
	const child = await openConversation(workbench, { id: "Child", parent: parent.conversation, log: log() });
	expect(child.conversation.model?.id).toBe(scriptedModelRecord.id);
	await Promise.all([
		parent.conversation.submit({ type: "prompt", text: "I am parent" }),
		child.conversation.submit({ type: "prompt", text: "I am child" }),
	]);
	expect(seen.sort()).toEqual(["Child (Main)", "Main (top)"]);
	expect(asked.map(({ toolName, agent = "Main" }) => `${toolName} of ${agent}`).sort()).toEqual([
		"bash of Child",
		"bash of Main",
	]);
	const results = (session: typeof parent) =>
		JSON.stringify(session.conversation.messages.filter(({ role }) => role === "toolResult"));
	expect(results(parent)).toContain("from-parent");
	expect(results(parent)).not.toContain("from-child");
	expect(results(child)).toContain("from-child");
	expect([...child.log.entries()].length).toBeGreaterThan(3);
	// The parent continues after the child is disposed.
	await child.conversation.dispose();
	expect(workbench.conversations.all.map(({ id }) => id)).toEqual(["Main"]);
	await parent.conversation.dispose();
	expect(workbench.conversations.all).toEqual([]);
});

test("workbench: a hook is added to open and future conversations, until it is removed", async () => {
	const bench = await scripted({ one: [says("1"), says("1")], two: [says("2")] });
	await using _project = bench.project;
	const { workbench, log, chooseModel, models } = bench;
	const one = await openConversation(workbench, { log: log(), chooseModel });
	const remove = workbench.conversations.addHook((live) => ({
		name: "extension",
		beforePrompt: () => [{ role: "developer", content: `hook of ${live.id}`, timestamp: 0 }],
	}));
	const two = await openConversation(workbench, { id: "Two", log: log(), chooseModel });
	await one.conversation.submit({ type: "prompt", text: "I am one" });
	await two.conversation.submit({ type: "prompt", text: "I am two" });
	remove();
	await one.conversation.submit({ type: "prompt", text: "again" });
	const sent = (name: string, index: number) =>
		JSON.stringify(models.get(name)?.requests[index]?.context.messages.at(-2));
	expect([sent("one", 0), sent("two", 0)]).toEqual([
		expect.stringContaining("hook of Main"),
		expect.stringContaining("hook of Two"),
	]);
	expect(sent("one", 1)).not.toContain("hook of");
	await one.conversation.dispose();
	await two.conversation.dispose();
});
