import { expect, test } from "bun:test";
import { createAgentSession, type Hook, Settings } from "@oh-my-pi/pi-coding-agent";
import { calls, says, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";

test("extending: a hook from outside sees prompts, changes requests and refuses tool calls until it is removed", async () => {
	await using project = await workspace({ "a.txt": "alpha\n" });
	const reads = calls({ name: "read", arguments: { path: "a.txt" } });
	const model = scriptedModel([reads, says("Refused."), reads, says("Read.")]);
	const { session } = await createAgentSession({
		cwd: project.path,
		agentDir: project.file("agent"),
		settings: Settings.inMemory(),
		model: scriptedModelRecord,
		streamFn: model.streamFn,
	});
	const prompts: string[] = [];
	const hook: Hook = {
		name: "no-reading",
		beforePrompt({ message }) {
			prompts.push(message.role);
			return undefined;
		},
		transformContext: (messages) => [...messages, { role: "developer", content: "Be brief.", timestamp: 0 }],
		beforeToolCall: ({ name }) => (name === "read" ? { refuse: "Reading is off today." } : undefined),
	};
	const remove = session.session.workbench.conversations.addHook(() => hook);
	await session.prompt("read a.txt");
	remove();
	await session.prompt("again");
	const sent = model.requests.map(({ context }) => JSON.stringify(context.messages));
	expect(prompts).toEqual(["user"]);
	expect(sent.map((text) => text.includes("Be brief."))).toEqual([true, true, false, false]);
	expect(sent[1]).toContain("Reading is off today.");
	expect(sent[3]).toContain("alpha");
	await session.conversation.dispose();
});
