import { readdirSync } from "node:fs";
import { asyncSettings } from "@oh-my-pi/pi-tools/job/settings";
import type { AgentService, SpawnPort } from "@oh-my-pi/pi-tools/services/agent-service";
import type { Conversation } from "../conversation/conversation.ts";
import { isolationSettings, taskSettings } from "../settings/sections/task.ts";
import type { AgentHistory } from "../urls/history-url.ts";
import type { AgentControl, AgentHost, AgentOutput, AgentOverview, AgentParent } from "../workbench/agent-host.ts";
import type { Workbench } from "../workbench/workbench.ts";
import { rosterText } from "./agent-list.ts";
import type { ParentSeat } from "./run/team-port.ts";
import type { Team } from "./team.ts";

/** What a listener hears of sub-agents: `task:subagent:lifecycle`, `:progress` and `:event`. */
export type AgentListener = (channel: string, data: Readonly<Record<string, unknown>>) => void;

/** The sub-agents of a workbench. Everything but the descriptions of tools is loaded when the first one is needed. */
export class Agents implements AgentHost {
	readonly #workbench: Workbench;
	readonly #listeners = new Set<AgentListener>();
	readonly #watchers = new Set<() => void>();
	readonly #seenFolders = new Set<string>();
	#loading: Promise<Team> | undefined;
	#loaded: Team | undefined;

	constructor(workbench: Workbench) {
		this.#workbench = workbench;
	}

	/** The team, if a sub-agent was ever needed. */
	get current(): Team | undefined {
		return this.#loaded;
	}

	team(): Promise<Team> {
		this.#loading ??= import("./team.ts").then(({ Team }) => {
			this.#loaded = new Team(this.#workbench, {
				whenChanged: () => {
					for (const watcher of [...this.#watchers]) watcher();
				},
				emit: (channel, data) => this.#emit(channel, data),
				serviceFor: (seat) => this.#service(seat),
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
		if (this.#loaded) return this.#loaded.overview(conversation);
		if (this.#hasEarlier(conversation)) void this.team().then((team) => team.members(conversation));
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
		const team = await this.team();
		return agentControl(team, conversation);
	}

	serviceFor(parent: AgentParent): AgentService {
		return this.#service({ ...parent, depth: 0, spawns: "*" });
	}

	async earlier(conversation: Conversation): Promise<readonly AgentHistory[]> {
		return (await this.team()).earlier(conversation);
	}

	async output(conversation: Conversation, id: string): Promise<AgentOutput | undefined> {
		return (await this.team()).output(conversation, id);
	}

	async outputIds(conversation: Conversation): Promise<readonly string[]> {
		return (await this.team()).outputIds(conversation);
	}

	#service(seat: ParentSeat): AgentService {
		const { settings } = this.#workbench;
		const deepest = settings.get(taskSettings.maxRecursionDepth);
		const maySpawn = (deepest < 0 || seat.depth < deepest) && (seat.spawns === "*" || seat.spawns.length > 0);
		return {
			...(maySpawn && { spawning: this.#spawning(seat) }),
			messages: {
				// The user's conversation can write to agents once it may start some.
				isAvailable: () => maySpawn || seat.depth > 0,
				// Nobody writes before there is a team.
				arrival: async (signal) => this.#loaded?.mail.arrival(seat.conversation.id, signal) ?? untilAborted(signal),
				run: async (request, call) => (await this.team()).message(seat, request, call),
			},
		};
	}

	#spawning(seat: ParentSeat): SpawnPort {
		const { settings, host } = this.#workbench;
		return {
			roster: () =>
				rosterText(seat.files(), {
					disabled: [...settings.get(taskSettings.disabledAgents), host.env.PI_BLOCKED_AGENT ?? ""],
					allowed: seat.spawns === "*" ? undefined : seat.spawns,
					isReadOnly: ({ tools }) => tools?.every((name) => readOnly.test(name)) ?? false,
				}),
			options: () => ({
				batch: settings.get(taskSettings.batch),
				effort: settings.get(taskSettings.enableEffort),
				isolation: settings.get(isolationSettings.mode) !== "none",
				returnsAtOnce: settings.get(asyncSettings.enabled),
				eager: settings.get(taskSettings.eager),
			}),
			run: async (request, call) => (await this.team()).run(seat, request, call),
			runOne: async (request, signal) => (await this.team()).runOne(seat, request, signal),
		};
	}

	#emit(channel: string, data: Readonly<Record<string, unknown>>): void {
		for (const listener of [...this.#listeners]) listener(channel, data);
		this.#workbench.guests?.tell?.(channel, data);
	}
}

function agentControl(team: Team, top: Conversation): AgentControl {
	const find = (id: string) => {
		const member = team.members(top).find((candidate) => candidate.id === id);
		if (!member) throw new Error(`There is no agent ${id}`);
		return member;
	};
	return {
		agents: () => team.overview(top),
		messages: async (id) => team.messagesOf(find(id)),
		conversation: (id) => find(id).opened?.conversation,
		reply: (id) => find(id).reply,
		say: (id, text, as) => team.say(find(id), text, as),
		interrupt: (id) => team.interrupt(find(id)),
		revive: (id) => team.revive(find(id)),
		kill: (id) => team.kill(find(id)),
	};
}

/** Tools that only look, under any of their names. */
const readOnly =
	/^(read|search|grep|find|glob|ls|ast_grep|lsp|web_?search|fetch|webfetch|irc|job|yield|report_finding)$/i;

function untilAborted(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return Promise.resolve();
	return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Lets conversations of a workbench start sub-agents. */
export function attachAgents(workbench: Workbench): Agents {
	const agents = new Agents(workbench);
	workbench.agents = agents;
	return agents;
}
