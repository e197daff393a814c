import { readdirSync } from "node:fs";
import { asyncSettings } from "@oh-my-pi/pi-tools/job/settings";
import type { AgentService, SpawnPort } from "@oh-my-pi/pi-tools/services/agent-service";
import type { Conversation } from "../conversation/kernel/conversation.ts";
import { isolationSettings, taskSettings } from "../settings/sections/agent/task.ts";
import type { AgentHistory } from "../urls/history-url.ts";
import type {
	AgentControl,
	AgentHost,
	AgentOutput,
	AgentOverview,
	AgentParent,
} from "../workbench/contract/agent-host.ts";
import type { Workbench } from "../workbench/workbench.ts";
import { agentListText } from "./definition/agent-list.ts";
import type { SubagentRegistry } from "./registry.ts";
import { describeSubagent } from "./subagent/describe-subagent.ts";
import type { SpawnContext } from "./subagent/spawn-context.ts";

/** What a listener hears of sub-agents: `task:subagent:lifecycle`, `:progress` and `:event`. */
export type AgentListener = (channel: string, data: Readonly<Record<string, unknown>>) => void;

/** The sub-agents of a workbench. Everything but the descriptions of tools is loaded when the first one is needed. */
export class Subagents implements AgentHost {
	readonly #workbench: Workbench;
	readonly #listeners = new Set<AgentListener>();
	readonly #watchers = new Set<() => void>();
	readonly #seenFolders = new Set<string>();
	#loading: Promise<SubagentRegistry> | undefined;
	#loaded: SubagentRegistry | undefined;

	constructor(workbench: Workbench) {
		this.#workbench = workbench;
	}

	/** The registry, if a sub-agent was ever needed. */
	get current(): SubagentRegistry | undefined {
		return this.#loaded;
	}

	registry(): Promise<SubagentRegistry> {
		this.#loading ??= import("./registry.ts").then(({ SubagentRegistry }) => {
			this.#loaded = new SubagentRegistry(this.#workbench, {
				onChange: () => {
					for (const watcher of [...this.#watchers]) watcher();
				},
				emit: (channel, data) => this.#emit(channel, data),
				serviceFor: (context) => this.#service(context),
			});
			return this.#loaded;
		});
		return this.#loading;
	}

	/** Gives the function that ends it. */
	listen(listener: AgentListener): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	overview(conversation: Conversation): readonly AgentOverview[] {
		if (this.#loaded) return describeAll(this.#loaded, conversation, this.#workbench.host.now);
		if (this.#hasEarlier(conversation)) void this.registry().then((registry) => registry.list(conversation));
		return [];
	}

	/** Whether there are agents of an earlier run; each session's folder is looked at once. */
	#hasEarlier({ log }: Conversation): boolean {
		const folder = log.artifactsDirectory;
		if (folder === undefined || this.#seenFolders.has(folder)) return false;
		this.#seenFolders.add(folder);
		try {
			return readdirSync(folder).some((name) => name.endsWith(".jsonl") && !name.startsWith("__"));
		} catch {
			// There is none yet.
			return false;
		}
	}

	onChange(listener: () => void): () => void {
		this.#watchers.add(listener);
		return () => void this.#watchers.delete(listener);
	}

	async control(conversation: Conversation): Promise<AgentControl> {
		const [registry, { readMessages }] = await Promise.all([
			this.registry(),
			import("./persisted/persisted-subagents.ts"),
		]);
		const find = (id: string) => {
			const subagent = registry.list(conversation).find((candidate) => candidate.id === id);
			if (!subagent) throw new Error(`There is no agent ${id}`);
			return subagent;
		};
		return {
			agents: () => describeAll(registry, conversation, this.#workbench.host.now),
			messages: async (id) => readMessages(find(id)),
			conversation: (id) => find(id).opened?.conversation,
			reply: (id) => find(id).reply,
			say: (id, text, as) => registry.say(find(id), text, as),
			interrupt: (id) => registry.interrupt(find(id)),
			revive: (id) => registry.revive(find(id)),
			kill: (id) => registry.kill(find(id)),
		};
	}

	serviceFor(parent: AgentParent): AgentService {
		return this.#service({ depth: 0, spawns: "*", ...parent });
	}

	async earlier(conversation: Conversation): Promise<readonly AgentHistory[]> {
		const [registry, { findClosed }] = await this.#withOutputs();
		return findClosed(registry.list(conversation));
	}

	async output(conversation: Conversation, id: string): Promise<AgentOutput | undefined> {
		const [registry, { readOutput }] = await this.#withOutputs();
		return readOutput(registry.list(conversation), id);
	}

	async outputIds(conversation: Conversation): Promise<readonly string[]> {
		const [registry, { listOutputIds }] = await this.#withOutputs();
		return listOutputIds(registry.list(conversation));
	}

	#withOutputs() {
		return Promise.all([this.registry(), import("./persisted/subagent-outputs.ts")]);
	}

	#service(context: SpawnContext): AgentService {
		const { settings } = this.#workbench;
		const deepest = settings.get(taskSettings.maxRecursionDepth);
		const maySpawn = (deepest < 0 || context.depth < deepest) && (context.spawns === "*" || context.spawns.length > 0);
		return {
			...(maySpawn && { spawning: this.#spawning(context) }),
			messages: {
				// The user's conversation can write to agents once it may start some.
				isAvailable: () => maySpawn || context.depth > 0,
				// Nobody writes before there is an agent.
				arrival: async (signal) =>
					this.#loaded?.messages.inboxes.arrival(context.conversation.id, signal) ?? untilAborted(signal),
				run: async (request, call) => (await this.registry()).message(context, request, call),
			},
		};
	}

	#spawning(context: SpawnContext): SpawnPort {
		const { settings, host } = this.#workbench;
		return {
			agentList: () =>
				agentListText(context.files(), {
					disabled: [...settings.get(taskSettings.disabledAgents), host.env.PI_BLOCKED_AGENT ?? ""],
					allowed: context.spawns === "*" ? undefined : context.spawns,
					isReadOnly: ({ tools }) => tools?.every((name) => readOnly.test(name)) ?? false,
				}),
			options: () => ({
				batch: settings.get(taskSettings.batch),
				effort: settings.get(taskSettings.enableEffort),
				isolation: settings.get(isolationSettings.mode) !== "none",
				returnsAtOnce: settings.get(asyncSettings.enabled),
				eager: settings.get(taskSettings.eager),
			}),
			runTasks: async (request, call) => (await this.registry()).runTasks(context, request, call),
			spawn: async (request, signal) => (await this.registry()).spawn(context, request, signal),
		};
	}

	#emit(channel: string, data: Readonly<Record<string, unknown>>): void {
		for (const listener of [...this.#listeners]) listener(channel, data);
		this.#workbench.features.extensionHost?.tell?.(channel, data);
	}
}

function describeAll(registry: SubagentRegistry, conversation: Conversation, now: () => number): AgentOverview[] {
	return registry.list(conversation).map((subagent) => describeSubagent(subagent, now()));
}

/** Tools that only look, under any of their names. */
const readOnly =
	/^(read|search|grep|find|glob|ls|ast_grep|lsp|web_?search|fetch|webfetch|irc|job|yield|report_finding)$/i;

function untilAborted(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return Promise.resolve();
	return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
