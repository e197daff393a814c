import { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { createSession } from "@oh-my-pi/pi-session/operations/create-session";
import { type ScriptedAnswer, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { Extensions } from "../../../packages/coding-agent/src/features/extensions/extensions.ts";
import { features } from "../../../packages/coding-agent/src/features/features.ts";
import { hostPackages } from "../../../packages/coding-agent/src/sdk/packages/host-packages.ts";
import { loadSettings } from "../../../packages/coding-agent/src/settings/load/load-settings.ts";
import type { ExtensionFrontEnd } from "../../../packages/coding-agent/src/workbench/contract/extension-host.ts";
import { openConversation } from "../../../packages/coding-agent/src/workbench/open/open-conversation.ts";
import { Workbench } from "../../../packages/coding-agent/src/workbench/workbench.ts";

/** A conversation with a scripted model and extensions given as source texts. What they put into `globalThis.seen` is collected. */
export async function extendedSession(
	sources: Readonly<Record<string, string>>,
	options: { answers?: readonly ScriptedAnswer[]; config?: string; front?: Partial<ExtensionFrontEnd> } = {},
) {
	const config = options.config ?? "tools: { approvalMode: yolo }\n";
	const files = await workspace({ "home/.omp/agent/config.yml": config, "project/a.txt": "alpha\n" });
	for (const [name, text] of Object.entries(sources)) await files.write(`extensions/${name}`, text);
	const agentDir = files.file("home/.omp/agent");
	const host = {
		cwd: files.file("project"),
		home: files.file("home"),
		env: { PATH: process.env.PATH },
		now: Date.now,
		newId: () => Bun.randomUUIDv7(),
		packages: hostPackages,
	};
	const seen: unknown[] = [];
	Object.assign(globalThis, { seen });
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	const registry = await ModelRegistry.load({ host, agentDir, providers: [] });
	const { streamFn, requests } = scriptedModel(options.answers ?? []);
	const workbench = new Workbench({ host, agentDir, settings, registry, streamFn, features });
	await workbench.features.start({ workbench, request: { isBare: true }, notify: () => {} });
	const named = Object.keys(sources).map((name) => files.file(`extensions/${name}`));
	const extensions = new Extensions(workbench, { named, discovers: false });
	workbench.features.add({ name: "extensions" }, { extensionHost: extensions, resources: () => extensions.resources });
	const errors = await extensions.load();
	const session = await openConversation(workbench, {
		log: createSession(fileEnvironment(host, agentDir), { cwd: host.cwd }),
		chooseModel: () => ({ model: scriptedModelRecord, thinkingLevel: "off" }),
	});
	extensions.attach(session);
	const failures: string[] = [];
	await extensions.begin({
		mode: "rpc",
		onError: ({ extensionPath, event, error }) => failures.push(`${extensionPath.split("/").pop()} ${event}: ${error}`),
		...options.front,
	});
	return {
		extensions,
		errors,
		workbench,
		session,
		files,
		requests,
		seen,
		failures,
		offered: () => requests.map(({ context }) => (context.tools ?? []).map(({ name }) => name)),
		sent: () => requests.map(({ context }) => JSON.stringify(context.messages)),
		prompt: (text: string) => session.conversation.submit({ type: "prompt", text }),
		command: (name: string, args = "") => extensions.commands.find((command) => command.name === name)?.run(args),
		async [Symbol.asyncDispose]() {
			await session.conversation.dispose();
			await files[Symbol.asyncDispose]();
		},
	};
}
