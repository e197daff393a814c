import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ToolCallContext, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type {
	AgentService,
	MessageDetails,
	MessageRequest,
	PeerRow,
	SingleResult,
	SpawnTask,
	TaskDetails,
	TaskRequest,
} from "@oh-my-pi/pi-tools/services/agent-service";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Conversation } from "../conversation/kernel/conversation.ts";
import { taskSettings } from "../settings/sections/agent/task.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import type { Workbench } from "../workbench/workbench.ts";
import { findAgents } from "./definition/find-agents.ts";
import { MessageExchange } from "./messages/exchange.ts";
import { countUsage, findPersistedSubagents, namesIn } from "./persisted/persisted-subagents.ts";
import { reopenSubagent } from "./persisted/reopen-subagent.ts";
import type { ClearedItem } from "./spawn/check-task.ts";
import { planTasks } from "./spawn/plan-tasks.ts";
import { runTasks } from "./spawn/run-tasks.ts";
import { type SpawnPorts, type SpawnRequest, spawn } from "./spawn/spawn.ts";
import { taskLabel } from "./spawn/task-label.ts";
import { AgentIds } from "./subagent/agent-ids.ts";
import { ConcurrencyLimits } from "./subagent/concurrency-limit.ts";
import { followRetries } from "./subagent/describe-subagent.ts";
import { SubagentLifecycle } from "./subagent/lifecycle.ts";
import type { SpawnContext } from "./subagent/spawn-context.ts";
import { Subagent } from "./subagent/subagent.ts";

export interface RegistryPorts {
	/** An agent came, went or changed. */
	readonly onChange?: () => void;
	readonly emit: (channel: string, data: Readonly<Record<string, unknown>>) => void;
	/** The tools of a sub-agent, for those below it and beside it. */
	readonly serviceFor: (context: SpawnContext) => AgentService;
}

/** The sub-agents of a workbench: who there is, in which state, and how they reach each other. */
export class SubagentRegistry {
	readonly messages: MessageExchange;
	readonly #workbench: Workbench;
	readonly #ports: RegistryPorts;
	readonly #lifecycle: SubagentLifecycle;
	readonly #spawnPorts: SpawnPorts;
	readonly #subagents = new Map<string, Subagent>();
	readonly #ids: AgentIds;
	readonly #listeners = new Set<() => void>();
	/** Sessions whose folder was looked through. */
	readonly #scanned = new Set<string>();
	readonly #joined = new WeakSet<Conversation>();

	constructor(workbench: Workbench, ports: RegistryPorts) {
		const { host, settings, jobs } = workbench;
		this.#workbench = workbench;
		this.#ports = ports;
		if (ports.onChange) this.#listeners.add(ports.onChange);
		this.#ids = new AgentIds((id) => this.#subagents.has(id) || workbench.conversations.find(id) !== undefined);
		this.#lifecycle = new SubagentLifecycle({
			now: host.now,
			idleMs: () => settings.get(taskSettings.agentIdleTtlMs),
			hasRunningJobs: (id) => jobs.hasRunning(id),
			reopen: (subagent) => reopenSubagent(subagent, { workbench, serviceFor: ports.serviceFor }),
			watch: (subagent, opened) => this.#watch(subagent, opened),
			onChange: () => this.#changed(),
			onIllegal: ({ id, state, top }, event) =>
				top.notify("warning", `Sub-agent ${id}: the event ${event} cannot happen while it is ${state}`, "agents"),
		});
		this.messages = new MessageExchange({
			workbench,
			lifecycle: this.#lifecycle,
			find: (id) => this.#subagents.get(id),
			peers: (top) => this.peers(top),
			queued: () => [...this.#subagents.values()].filter(({ state }) => state === "queued").map(({ id }) => id),
			onChange: (listener) => this.onChange(listener),
		});
		const limits = new ConcurrencyLimits(() => settings.get(taskSettings.maxConcurrency));
		this.#spawnPorts = {
			workbench,
			isolate: async (spec) => {
				const { makeIsolate } = await import("./isolation/make-isolate.ts");
				const { host, settings, gate, registry, conversations } = workbench;
				return makeIsolate({ host, settings, gate, registry, conversations: conversations.all })(spec);
			},
			serviceFor: ports.serviceFor,
			takeSlot: (parentId, signal) => limits.of(parentId).take(signal),
			describePeers: (subagent) => this.#describePeers(subagent),
			start: (subagent, opened) => this.#lifecycle.start(subagent, opened),
			settle: (subagent, event) => this.#settle(subagent, event),
			emit: ports.emit,
			onChange: () => this.#changed(),
		};
	}

	/** All sub-agents of a session that were ever started, oldest first. */
	list(conversation: Conversation): readonly Subagent[] {
		const top = this.#workbench.conversations.findTop(conversation);
		this.#scan(top);
		return [...this.#subagents.values()].filter((subagent) => subagent.top === top && subagent.state !== "queued");
	}

	find(id: string): Subagent | undefined {
		return this.#subagents.get(id);
	}

	/** Called when an agent comes, goes or changes. */
	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	/** Starts the agents of a call of `task`. */
	runTasks(
		context: SpawnContext,
		request: TaskRequest,
		call: ToolCallContext<TaskDetails>,
	): Promise<ToolOutput<TaskDetails>> {
		this.#join(context.conversation);
		return runTasks(context, request, call, {
			workbench: this.#workbench,
			queue: (parent, cleared) => this.#queue(parent, cleared),
			spawn: (one, signal) => spawn(one, this.#spawnPorts, signal),
		});
	}

	/** Starts one agent for code of its parent's: through the same checks, and closed at its end. Throws when it fails. */
	async spawn(parent: SpawnContext, { model, ...item }: SpawnTask, signal: AbortSignal): Promise<SingleResult> {
		this.#join(parent.conversation);
		const { agents } = await findAgents(this.#workbench, parent.cwd());
		const [planned] = planTasks([item], parent, agents, {
			workbench: this.#workbench,
			queue: (context, cleared) => this.#queue(context, cleared),
		});
		if (!planned) throw new Error("There is no task");
		if (planned.kind === "refused") throw new Error(planned.reason);
		const request: SpawnRequest = { ...planned, parent, model, isTransient: true };
		const result = await spawn(request, this.#spawnPorts, signal);
		if (result.aborted || result.exitCode !== 0) {
			const why = result.abortReason ?? result.error ?? result.stderr;
			throw new Error(`Agent ${result.id} (${result.agent}) failed: ${why || "no reason given"}`);
		}
		return result;
	}

	/** Carries out a call of `irc`. */
	message(
		{ conversation }: SpawnContext,
		request: MessageRequest,
		call: ToolCallContext<MessageDetails>,
	): Promise<ToolOutput<MessageDetails>> {
		return this.messages.run(conversation, this.#join(conversation), request, call);
	}

	/** The user's conversation and its agents. */
	peers(top: Conversation): PeerRow[] {
		const main: PeerRow = {
			id: top.id,
			status: top.isStreaming ? "running" : "idle",
			kind: "main",
			lastActivityMs: top.messages.at(-1)?.timestamp ?? this.#workbench.host.now(),
			unread: this.messages.inboxes.unread(top.id),
		};
		const rows = this.list(top).map(({ id, status, agent, parentId, lastActivityMs }): PeerRow => {
			return {
				id,
				status,
				kind: "sub",
				agent,
				parent: parentId,
				lastActivityMs,
				unread: this.messages.inboxes.unread(id),
			};
		});
		return [main, ...rows];
	}

	/** Reopens a parked agent; false when that is not possible. */
	revive(subagent: Subagent): Promise<boolean> {
		return this.#lifecycle.revive(subagent);
	}

	/** Closes the conversation of an idle agent; a message reopens it. */
	park(subagent: Subagent): Promise<void> {
		return this.#lifecycle.park(subagent);
	}

	/** A word of the user's: into its run, or as its next prompt. */
	async say(subagent: Subagent, text: string, as: "steer" | "follow_up" = "steer"): Promise<void> {
		if (!(await this.revive(subagent))) throw new Error(`${subagent.id} cannot be talked to any more`);
		const { conversation } = subagent.opened ?? {};
		if (!conversation) throw new Error(`${subagent.id} has just ended`);
		const isRunning = conversation.isStreaming;
		if (!isRunning) this.#lifecycle.apply(subagent, "wake");
		const sent = conversation.submit({ type: isRunning ? as : "prompt", text });
		void sent
			.catch((error: unknown) => subagent.top.notify("warning", `${subagent.id}: ${error}`, "agents"))
			.then(() => {
				// A prompt that starts no run leaves it idle.
				if (!conversation.isStreaming) this.#lifecycle.apply(subagent, "run_end");
			});
	}

	/** Stops the present work of an agent; it stays and can be talked to. */
	interrupt(subagent: Subagent): void {
		if (subagent.stop) subagent.stop("Stopped by the user", { stays: true });
		else void subagent.opened?.conversation.submit({ type: "abort" });
	}

	/** Ends an agent for good; its log stays. */
	async kill(subagent: Subagent, reason = "Killed by the user"): Promise<void> {
		subagent.stop?.(reason);
		await this.#settle(subagent, "abort");
	}

	/** An agent that waits for its turn; what is sent to it waits too. */
	#queue(parent: SpawnContext, { agent, item, isIsolated }: ClearedItem): Subagent {
		const top = this.#workbench.conversations.findTop(parent.conversation);
		const subagent = new Subagent({
			id: this.allocateId(parent, item.name),
			parentId: parent.conversation.id,
			top,
			agent: agent.name,
			description: taskLabel(item.task),
			isIsolated,
			lastActivityMs: this.#workbench.host.now(),
		});
		this.#subagents.set(subagent.id, subagent);
		return subagent;
	}

	async #settle(subagent: Subagent, event: "finish" | "release" | "abort" | "cancel"): Promise<void> {
		this.#lifecycle.apply(subagent, event);
		if (event === "cancel") this.#forget(subagent);
		await this.#lifecycle.closed(subagent);
	}

	/** Follows an agent that was opened: its runs, its messages, and what it says. */
	#watch(subagent: Subagent, { conversation }: OpenedConversation): void {
		conversation.addHook((live) => this.messages.hook(live, subagent.top));
		const answer = this.messages.follow(subagent);
		conversation.subscribe((event) => {
			this.#ports.emit("task:subagent:event", { id: subagent.id, event });
			// Before its state, which tells those who wait that nothing more will come.
			answer(event);
			followRetries(subagent, event);
			if (event.type === "message_update") subagent.reply = event.message;
			else if (event.type === "message_end") delete subagent.reply;
			else if (event.type === "tool_execution_start") subagent.activity = event.intent || event.toolName;
			else if (event.type === "agent_start") {
				delete subagent.activity;
				this.#lifecycle.apply(subagent, "run_start");
			} else if (event.type === "agent_end") this.#lifecycle.apply(subagent, "run_end");
		}, "subagents");
	}

	/** An unused id, the wanted one if possible. */
	allocateId({ conversation, depth }: SpawnContext, wanted: string | undefined): string {
		this.#scan(this.#workbench.conversations.findTop(conversation));
		const folder = conversation.log.artifactsDirectory;
		const isOnDisk = (id: string) =>
			folder !== undefined && [".md", ".jsonl", ".patch"].some((ending) => existsSync(join(folder, id + ending)));
		for (;;) {
			const id = this.#ids.allocate(wanted, depth === 0 ? undefined : conversation.id, this.#workbench.host.newId());
			if (!isOnDisk(id)) return id;
		}
	}

	#describePeers({ id, top }: Subagent): string[] {
		return this.peers(top)
			.filter((row) => row.id !== id && row.status !== "aborted")
			.map((row) =>
				row.kind === "main"
					? `- ${row.id} (the user's conversation)`
					: `- ${row.id}: ${this.find(row.id)?.description ?? row.agent}`,
			);
	}

	/** The user's conversation above one takes part in messages, and ends its agents with its session. */
	#join(conversation: Conversation): Conversation {
		const top = this.#workbench.conversations.findTop(conversation);
		this.#scan(top);
		if (this.#joined.has(top)) return top;
		this.#joined.add(top);
		let sessionId = top.log.id;
		top.addHook((live) => ({
			...this.messages.hook(live, top),
			onHistoryReplaced: () => {
				if (top.log.id === sessionId) return;
				sessionId = top.log.id;
				void this.#endSession(top);
			},
			dispose: () => this.#endSession(top),
		}));
		return top;
	}

	/** The session of a conversation is over: its agents end, and are forgotten. They can be revived with the session. */
	async #endSession(top: Conversation): Promise<void> {
		const left = [...this.#subagents.values()].filter((subagent) => subagent.top === top);
		for (const subagent of left) {
			this.#forget(subagent);
			this.#ids.free(subagent.id);
		}
		this.#scanned.clear();
		const jobs = this.#workbench.jobs.list(top.id).filter(({ type }) => type === "task");
		this.#workbench.jobs.markSeen(jobs.map(({ id }) => id));
		for (const subagent of left) subagent.stop?.("The session has ended");
		for (const subagent of left) this.#lifecycle.apply(subagent, "session_end");
		await Promise.all(left.map((subagent) => this.#lifecycle.closed(subagent)));
		this.#changed();
	}

	#forget({ id }: Subagent): void {
		this.#subagents.delete(id);
		this.messages.forget(id);
	}

	#changed(): void {
		for (const listener of [...this.#listeners]) listener();
	}

	/** Finds agents of an earlier run of the session. */
	#scan(top: Conversation): void {
		const folder = top.log.artifactsDirectory;
		if (folder === undefined || this.#scanned.has(folder)) return;
		this.#scanned.add(folder);
		const found = findPersistedSubagents(folder, top, { list: namesIn }).filter(({ id }) => !this.#subagents.has(id));
		for (const subagent of found) this.#subagents.set(subagent.id, subagent);
		if (found.length === 0) return;
		const counting = countUsage(found, top.log.environment).then(() => this.#changed());
		void ignoreFailure(counting, "a log that cannot be read costs nothing");
	}
}
