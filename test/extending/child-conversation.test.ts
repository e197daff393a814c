import { expect, test } from "bun:test";
import { createAgentSession, openConversation, SessionManager, Settings } from "@oh-my-pi/pi-coding-agent";
import {
	type ScriptedAnswer,
	says,
	scriptedModel,
	scriptedModelRecord,
} from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";

test("extending: a child conversation is made from a log and its parent, and reports under its own id", async () => {
	await using project = await workspace();
	const scripts: Record<string, readonly ScriptedAnswer[]> = {
		parent: [says("I delegate.")],
		child: [says("I did it.")],
	};
	const models = new Map(Object.entries(scripts).map(([name, answers]) => [name, scriptedModel(answers)]));
	const { session } = await createAgentSession({
		cwd: project.path,
		agentDir: project.file("agent"),
		settings: Settings.inMemory(),
		model: scriptedModelRecord,
		streamFn: (model, context, options) => {
			const who = JSON.stringify(context.messages).includes("for the child") ? "child" : "parent";
			const script = models.get(who);
			if (!script) throw new Error(`No script for ${who}`);
			return script.streamFn(model, context, options);
		},
	});
	const { workbench, conversation: parent } = session.session;
	const replies: string[] = [];
	workbench.conversations.subscribe((event, { conversationId, parentId = "nobody" }) => {
		if (event.type === "agent_end") replies.push(`${conversationId}, child of ${parentId}`);
	}, "test");
	const { log } = SessionManager.inMemory(project.path);
	const child = await openConversation(workbench, { id: "Scout", parent, log, toolNames: ["read"] });
	await child.conversation.submit({ type: "prompt", text: "work for the child" });
	await session.prompt("go");
	expect(replies).toEqual(["Scout, child of Main", "Main, child of nobody"]);
	expect(child.conversation.tools.map(({ name }) => name)).toEqual(["read"]);
	expect(JSON.stringify(child.conversation.messages)).toContain("I did it.");
	expect(JSON.stringify(parent.messages)).not.toContain("I did it.");
	// Disposing a parent disposes its children.
	await parent.dispose();
	expect(workbench.conversations.all).toEqual([]);
});
