import { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import { type ScriptedAnswer, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { features } from "../../packages/coding-agent/src/features/features.ts";
import { loadSettings } from "../../packages/coding-agent/src/settings/load/load-settings.ts";
import { openConversation } from "../../packages/coding-agent/src/workbench/open/open-conversation.ts";
import { Workbench, type WorkbenchOptions } from "../../packages/coding-agent/src/workbench/workbench.ts";

/** A workbench in a temporary project with a scripted model, and a conversation on it. */
export async function scriptedWorkbench(
	answers: readonly ScriptedAnswer[],
	options: Partial<WorkbenchOptions> & { readonly config?: string } = {},
) {
	const { config, ...given } = options;
	const project = await workspace();
	const home = await workspace(config === undefined ? {} : { ".omp/agent/config.yml": config });
	const agentDir = home.file(".omp/agent");
	const host = {
		cwd: project.path,
		home: home.path,
		env: { PATH: process.env.PATH },
		now: Date.now,
		newId: () => Bun.randomUUIDv7(),
	};
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	const registry = await ModelRegistry.load({ host, agentDir, providers: [] });
	const { streamFn, requests } = scriptedModel(answers);
	const workbench = new Workbench({ host, agentDir, settings, registry, streamFn, features, ...given });
	await workbench.features.start({ workbench, request: { isBare: true }, notify: () => {} });
	const session = await openConversation(workbench, {
		log: inMemorySession(fileEnvironment(host, agentDir), { cwd: host.cwd }),
		chooseModel: () => ({ model: scriptedModelRecord, thinkingLevel: "off" }),
	});
	return {
		workbench,
		session,
		requests,
		/** Names of the tools in each request so far. */
		offered: () => requests.map(({ context }) => (context.tools ?? []).map(({ name }) => name)),
		prompt: (text: string) => session.conversation.submit({ type: "prompt", text }),
		/** The last tool result sent to the model. */
		lastResult: () => JSON.stringify(requests.at(-1)?.context.messages.findLast(({ role }) => role === "toolResult")),
		async [Symbol.asyncDispose]() {
			await session.conversation.dispose();
			await Promise.all([project, home].map((folder) => folder[Symbol.asyncDispose]()));
		},
	};
}
