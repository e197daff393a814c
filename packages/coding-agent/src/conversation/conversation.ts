import { join } from "node:path";
import type { Agent } from "@oh-my-pi/pi-agent-core/agent";
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ToolCall } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Goal } from "@oh-my-pi/pi-tools/services/goal-store";
import type { ManualCompaction } from "./compaction/context-window.ts";
import type { HandoffResult } from "./compaction/handoff.ts";
import type { ConversationOptions } from "./conversation-options.ts";
import { type CoreHooks, coreHooks } from "./core-hooks.ts";
import type { ConversationEvent, NoticeLevel } from "./event/event.ts";
import { type ConversationListener, EventDelivery, type EventOrigin } from "./event-delivery.ts";
import type { GivenInput, GivenRun, Hook } from "./hooks/hook.ts";
import { HookList } from "./hooks/hook-list.ts";
import { type LiveContext, liveContext } from "./hooks/live-context.ts";
import { makeAgent } from "./make-agent.ts";
import { type ChosenModel, ModelChoice } from "./model-choice.ts";
import { type ConversationOp, isRunOp } from "./op.ts";
import { type ExitKind, Recorder } from "./recorder.ts";
import { RequestSetup } from "./request/request-setup.ts";
import { Runs } from "./runs.ts";
import { type ChangePorts, changeSession, type SessionChange } from "./session/change-session.ts";
import { TodoList } from "./todo-list.ts";
import { toolChoiceHook } from "./tool-choice/tool-choice-hook.ts";
import { ToolChoiceQueue } from "./tool-choice/tool-choice-queue.ts";
import { EarlyStop } from "./tools/early-stop.ts";

/** Takes ops and emits events. Every finished message is on disk before listeners see it. */
export class Conversation implements ChosenModel {
	readonly origin: EventOrigin;
	readonly todos = new TodoList(() => this.#log);
	readonly toolChoice = new ToolChoiceQueue();
	readonly #options: ConversationOptions;
	readonly #hooks: HookList;
	readonly #events: EventDelivery;
	readonly #agent: Agent;
	readonly #recorder: Recorder;
	readonly #models: ModelChoice;
	readonly #live: LiveContext;
	readonly #core: CoreHooks;
	/** Absent when tools and system prompt never change. */
	readonly #requestSetup: RequestSetup | undefined;
	readonly #runs: Runs;
	#log: SessionLog;
	/** Serializes session changes. */
	#change: Promise<unknown> = Promise.resolve();
	#changeCount = 0;
	#disposal: Promise<void> | undefined;

	constructor(given: ConversationOptions) {
		const options = { ...given, retry: { ...given.retry } };
		const { host, id = mainConversation, parentId } = options;
		const emit = (event: ConversationEvent) => this.#events.emit(event);
		const log = () => this.#log;
		this.origin = { conversationId: id, ...(parentId !== undefined && { parentId }) };
		this.#options = options;
		this.#log = options.log;
		this.#events = new EventDelivery(this.origin, () => this.#hooks);
		this.#hooks = new HookList((failure) => this.#events.report(failure));
		this.#recorder = new Recorder(log, {
			now: host.now,
			rescueFolder: join(host.env.TMPDIR || "/tmp", "omp-rescued"),
			warn: (message) => this.notify("warning", message, "session"),
		});
		this.#models = new ModelChoice(options, { agent: () => this.#agent, log, apiKey: options.apiKey, emit });
		this.#agent = makeAgent(options, {
			hooks: this.#hooks,
			toolChoice: this.toolChoice,
			streamOptions: (model) => this.#models.streamOptions(model),
			setup: () => this.#requestSetup,
			onSilence: (silence) => void emit({ type: "provider_silent", ...silence }),
			onListenerError: (error) => this.#events.report({ hook: "the conversation", point: "an event", error }),
		});
		this.#live = liveContext({
			id,
			agent: this.#agent,
			models: this.#models,
			log,
			write: (message) => this.#recorder.write(message),
			emit,
			notify: (...notice) => this.notify(...notice),
			announceRewind: (messages) => {
				this.todos.forget();
				this.#hooks.onHistoryReplaced(messages, "rewind");
			},
			todos: () => this.todos.phases,
			now: host.now,
		});
		this.#core = coreHooks(options, this.#live, {
			hooks: this.#hooks,
			enter: (change) => this.#enterFromWithin(change),
		});
		this.#requestSetup = options.requestSetup && new RequestSetup(options.requestSetup, this.#live);
		this.#addHooks();
		this.#runs = new Runs({
			agent: this.#agent,
			log,
			hooks: this.#hooks,
			retry: options.retry,
			write: (message) => this.#recorder.write(message),
			hasBackgroundWork: options.hasBackgroundWork ?? (() => false),
			now: host.now,
			emit,
		});
		this.#agent.subscribe((event) => this.#onAgentEvent(event));
	}

	#addHooks(): void {
		const { stopsEarly, hooks = [] } = this.#options;
		if (stopsEarly) this.#hooks.add(new EarlyStop(() => this.tools));
		if (this.#requestSetup) this.#hooks.add(this.#requestSetup);
		for (const hook of this.#core.all) this.#hooks.add(hook);
		this.#hooks.add(toolChoiceHook(this.toolChoice, this.#live));
		for (const make of hooks) this.addHook(make);
	}

	get id(): string {
		return this.origin.conversationId;
	}

	get log(): SessionLog {
		return this.#log;
	}

	get messages(): readonly AgentMessage[] {
		return this.#agent.state.messages;
	}

	get model(): ChosenModel["model"] {
		return this.#models.model;
	}

	get thinkingLevel(): ChosenModel["thinkingLevel"] {
		return this.#models.thinkingLevel;
	}

	/** The level sent with requests: `auto` is resolved. */
	get effectiveThinkingLevel(): ChosenModel["thinkingLevel"] {
		return this.#models.effectiveThinkingLevel;
	}

	get serviceTier(): ChosenModel["serviceTier"] {
		return this.#models.serviceTier;
	}

	get tools(): Agent["state"]["tools"] {
		return this.#agent.state.tools;
	}

	/** Not sent with requests until they are searched for or named. */
	get hiddenTools(): Agent["state"]["tools"] {
		return this.#requestSetup?.hiddenTools ?? [];
	}

	get systemPrompt(): readonly string[] {
		return this.#agent.state.systemPrompt;
	}

	/** True from a prompt until it has settled, including retries and their backoff. */
	get isStreaming(): boolean {
		return this.#runs.isActive;
	}

	/** Context usage and compaction. */
	get context(): CoreHooks["context"] {
		return this.#core.context;
	}

	/** Requests to a model outside the conversation. */
	get aside(): CoreHooks["aside"] {
		return this.#core.aside;
	}

	/** True during the backoff before a retry. */
	get isRetrying(): boolean {
		return this.#core.retry.isWaiting;
	}

	/** Summarizes an abandoned branch; `undefined` when aborted. */
	summarizeBranch(...request: Parameters<CoreHooks["summarizeBranch"]>): ReturnType<CoreHooks["summarizeBranch"]> {
		return this.#core.summarizeBranch(...request);
	}

	get isAborting(): boolean {
		return this.#agent.isAborting;
	}

	get queues(): Agent["queues"] {
		return this.#agent.queues;
	}

	get queuedTexts(): { steering: readonly AgentMessage[]; followUps: readonly AgentMessage[] } {
		return { steering: this.#agent.steeringQueue, followUps: this.#agent.followUpQueue };
	}

	/** Dequeues the newest queued message: steering first, then follow-ups. */
	takeBackLastQueued(): AgentMessage | undefined {
		return this.#agent.popLastSteer() ?? this.#agent.popLastFollowUp();
	}

	/** Temporary: the session still records the user's choice. */
	useModelForNow(...choice: Parameters<ModelChoice["useForNow"]>): Promise<void> {
		return this.#models.useForNow(...choice);
	}

	/** Resolves when the user sends a steering message, or when the signal fires. */
	whenSteered(signal: AbortSignal): Promise<void> {
		return this.#agent.whenSteered(signal);
	}

	/** Runs a tool on behalf of code that runs in another one: with hooks and approval, but not as a call of the model. */
	callTool(call: ToolCall, options: Parameters<Agent["callTool"]>[1]): Promise<ToolOutput> {
		return this.#agent.callTool(call, options);
	}

	/** `name` identifies the listener in error reports. */
	subscribe(listener: ConversationListener, name = "a listener"): () => void {
		return this.#events.subscribe(listener, name);
	}

	/** Returns a function that removes the hook. */
	addHook(hook: Hook | ((live: LiveContext) => Hook)): () => void {
		return this.#hooks.add(typeof hook === "function" ? hook(this.#live) : hook);
	}

	/** What hooks make of what the user sent; `undefined` when one dealt with it. Asked by modes, before they look for commands. */
	takeInput(input: GivenInput): Promise<GivenInput | undefined> {
		return this.#hooks.onInput(input);
	}

	/** What a hook gives in place of running a command or code of the user's. */
	takeUserRun(run: GivenRun): ReturnType<HookList["takeUserRun"]> {
		return this.#hooks.takeUserRun(run);
	}

	/** Executes an op. A prompt resolves when its run has settled. */
	async submit(op: ConversationOp): Promise<void> {
		if (isRunOp(op)) {
			await this.#change;
			return this.#runs.submit(op);
		}
		switch (op.type) {
			case "set_model":
				return this.#models.setModel(op.model);
			case "set_thinking_level":
				return this.#models.setThinkingLevel(op.level);
			case "set_service_tier":
				return this.#models.setServiceTier(op.tier);
			case "set_steering_mode":
				return this.#agent.setSteeringMode(op.mode);
			case "set_follow_up_mode":
				return this.#agent.setFollowUpMode(op.mode);
			case "set_interrupt_mode":
				return this.#agent.setInterruptMode(op.mode);
			case "set_tools":
				return this.#requestSetup ? this.#requestSetup.useTools(op.tools) : this.#agent.setTools(op.tools);
			case "set_session_name":
				return this.#setName(op.name, op.source);
			case "compact":
				await this.compact(op.instructions);
				return;
			case "set_auto_compaction":
				this.context.isAutomatic = op.enabled;
				return;
			default:
				return op satisfies never;
		}
	}

	/** The next run uses the model's highest effort, if the thinking level is `auto`. */
	thinkHardOnce(): void {
		this.#core.thinking.thinkHardOnce();
	}

	/** Switches to another session, or to another entry of this one; false when a hook canceled it. Atomic: a failure changes nothing. */
	changeSession(change: SessionChange): Promise<boolean> {
		return this.#changeWhenFree(change, () => this.#runs.stop());
	}

	/** Shows the user a notice that is not part of the conversation. */
	notify(level: NoticeLevel, message: string, source?: string): void {
		void this.#events.emit({ type: "notice", level, message, ...(source && { source }) });
	}

	announceGoal(goal: Goal | undefined): void {
		void this.#events.emit({ type: "goal_updated", goal: goal ?? null });
	}

	/** Compaction: summarizes older messages. Aborts the current run; queued messages follow. */
	async compact(
		focus?: string,
		options: Omit<ManualCompaction, "focus" | "signal"> = {},
	): ReturnType<CoreHooks["context"]["compact"]> {
		await this.#change;
		return this.#runs.runExclusively((signal) => this.context.compact({ ...options, ...(focus && { focus }), signal }));
	}

	/** Continues in a new session that starts with a handoff document; refused while a run is active. */
	async handoff(focus?: string): Promise<HandoffResult> {
		await this.#change;
		const { handoff } = this.#core;
		return this.#runs.runExclusively((signal) => handoff.handOff({ ...(focus && { focus }), signal }), {
			refuseWhenBusy: true,
		});
	}

	/** Adds a message to the history without a request to the model; during a run, when it ends. */
	note(message: SessionMessage): void {
		this.#runs.note(message);
	}

	/** Updates tools and system prompt now, as the next request would. */
	async refresh(): Promise<void> {
		await this.#requestSetup?.refresh();
	}

	idle(): Promise<void> {
		return this.#runs.idle();
	}

	/** Aborts the run, writes the exit entry and closes the log. Idempotent. */
	dispose(reason = "dispose", kind: ExitKind = "normal"): Promise<void> {
		this.#disposal ??= this.#dispose(reason, kind);
		return this.#disposal;
	}

	async #dispose(reason: string, kind: ExitKind): Promise<void> {
		const pendingToolCalls = this.#recorder.pendingCalls();
		await this.#runs.end();
		await this.#recorder.close(reason, kind, pendingToolCalls);
		await this.#hooks.dispose();
		await this.#options.teardown?.();
	}

	async #setName(name: string, source?: Parameters<SessionLog["setName"]>[1]): Promise<void> {
		const log = this.#log;
		if (!(await log.setName(name, source))) return;
		await this.#events.emit({ type: "session_info_update", title: log.name ?? "", sessionId: log.id });
	}

	/** For a caller inside the current run, which must not wait for its own end. False when another session change is pending. */
	async #enterFromWithin(change: SessionChange): Promise<boolean> {
		if (this.#changeCount > 0 || !(await this.#changeWhenFree(change, async () => {}))) return false;
		// Messages queued in the old session go to the new one.
		const { steeringQueue, followUpQueue } = this.#agent;
		this.#agent.replaceQueues([...steeringQueue, ...followUpQueue.slice(0, 1)], followUpQueue.slice(1));
		return true;
	}

	#changeWhenFree(change: SessionChange, stop: ChangePorts["stop"]): Promise<boolean> {
		this.#changeCount++;
		const changing = this.#change.then(async () => {
			const hasChanged = await changeSession(change, this.#changePorts(stop));
			if (hasChanged) this.#hooks.onHistoryReplaced(this.messages, "session");
			return hasChanged;
		});
		this.#change = changing
			.catch(() => {})
			.finally(() => {
				this.#changeCount--;
			});
		return changing;
	}

	#changePorts(stop: ChangePorts["stop"]): ChangePorts {
		const conversation = this;
		const { host, restoreModel } = this.#options;
		return {
			get log() {
				return conversation.#log;
			},
			set log(log: SessionLog) {
				conversation.#log = log;
				conversation.todos.forget();
			},
			agent: this.#agent,
			models: this.#models,
			hooks: this.#hooks,
			restoreModel: restoreModel ?? (async (_context, current) => current),
			stop,
			now: host.now,
			warn: (message) => this.#events.emit({ type: "notice", level: "warning", message }),
		};
	}

	async #onAgentEvent(event: AgentEvent): Promise<void> {
		await this.#recorder.record(event);
		this.todos.observe(event);
		if (event.type === "message_end" && event.message.role === "assistant") this.toolChoice.settle(event.message);
		if (event.type === "turn_end") this.toolChoice.endTurn();
		if (event.type === "agent_end") this.#runs.holdEnd(event);
		else await this.#events.emit(event);
	}
}

/** Id of the user's conversation; others are its children. */
export const mainConversation = "Main";
