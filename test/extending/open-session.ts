import { type ScriptedAnswer, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { createAgentSession, Settings } from "../../packages/coding-agent/src/sdk/package-entry.ts";
import type { OpenedConversation } from "../../packages/coding-agent/src/workbench/opened-conversation.ts";

export interface OpenSession extends AsyncDisposable {
	readonly session: OpenedConversation;
	readonly agentDir: string;
}

/** A whole session with a scripted model in a temporary folder. */
export async function openSession(answers: readonly ScriptedAnswer[] = []): Promise<OpenSession> {
	const files = await workspace();
	const agentDir = files.file("agent");
	const { session: agent } = await createAgentSession({
		cwd: files.path,
		agentDir,
		settings: Settings.inMemory({ setupVersion: 1 }),
		model: scriptedModelRecord,
		streamFn: scriptedModel(answers).streamFn,
	});
	return {
		session: agent.session,
		agentDir,
		async [Symbol.asyncDispose]() {
			await agent.dispose();
			await files[Symbol.asyncDispose]();
		},
	};
}
