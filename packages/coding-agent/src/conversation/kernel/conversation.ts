import { join } from "node:path";
import type { Agent } from "@oh-my-pi/pi-agent-core/agent/agent";
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ToolCall } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { ExclusiveCompaction } from "../compaction/window/exclusive-compaction.ts";
import { type ChosenModel, ModelChoice } from "../contract/model-choice.ts";
import { type ConversationOp, isRunOp } from "../contract/op.ts";
import type { RemoteRuns } from "../contract/remote-runs.ts";
import type { ConversationEvent, NoticeLevel } from "../event/event.ts";
import type { Hook, ShellRun } from "../hooks/hook.ts";
import { createHookList, type HookList } from "../hooks/hook-list.ts";
import { type LiveContext, liveContext } from "../hooks/live-context.ts";
import { RequestSetup } from "../request/request-setup.ts";
import type { SessionChange } from "../session/change-session.ts";
import { CurrentSession } from "../session/current-session.ts";
import { toolChoiceHook } from "../tool-choice/tool-choice-hook.ts";
import { ToolChoiceQueue } from "../tool-choice/tool-choice-queue.ts";
import { EarlyStop } from "../tools/early-stop.ts";
import type { ConversationOptions } from "./conversation-options.ts";
import { type CoreHooks, coreHooks } from "./core-hooks.ts";
import { type ConversationListener, EventDelivery, type EventOrigin } from "./event-delivery.ts";
import { makeAgent } from "./make-agent.ts";
import { MessageQueue } from "./message-queue.ts";
import { receiveInput } from "./receive-input.ts";
import { type ExitKind, Recorder } from "./recorder.ts";
import { Runs } from "./runs.ts";
import { TodoList } from "./todo-list.ts";

/** Takes ops and emits events. Every finished message is on disk before listeners see it. */
export class Conversation implements ChosenModel {
	readonly origin: EventOrigin;
	readonly todos = new TodoList(() => this.#session.log);
	readonly toolChoice = new ToolChoiceQueue();
	readonly queue: MessageQueue;
	/** Context usage and compaction. */
	readonly context: CoreHooks["context"];
	/** Requests to a model outside the conversation. */
	readonly aside: CoreHooks["aside"];
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
	readonly #session: CurrentSession;
	readonly #compaction: ExclusiveCompaction;
	#disposal: Promise<void> | undefined;
	#remote: RemoteRuns | undefined;

	constructor(initial: ConversationOptions) {
		const options = { ...initial, retry: { ...initial.retry } };
		const { host, id = mainConversation, parentId } = options;
		const emit = (event: ConversationEvent) => this.#events.emit(event);
		const log = () => this.#session.log;
		this.origin = { conversationId: id, ...(parentId !== undefined && { parentId }) };
		this.#options = options;
		this.#session = new CurrentSession(options.log, () => ({
			agent: this.#agent,
			models: this.#models,
			hooks: this.#hooks,
			restoreModel: options.restoreModel ?? (async (_context, current) => current),
			stop: () => this.#runs.stop(),
			now: host.now,
			warn: (message) => emit({ type: "notice", level: "warning", message }),
			onLogReplaced: () => this.todos.forget(),
			onChanged: () => this.#hooks.onHistoryReplaced(this.messages, "session"),
			onEnteredFromWithin: () => this.queue.deliverNext(),
		}));
		this.#events = new EventDelivery(this.origin, () => this.#hooks);
		this.#hooks = createHookList((failure) => this.#events.report(failure));
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
		this.queue = new MessageQueue(this.#agent);
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
			enter: (change) => this.#session.enterFromWithin(change),
		});
		this.context = this.#core.context;
		this.aside = this.#core.aside;
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
		this.#compaction = new ExclusiveCompaction({
			...this.#core,
			runs: this.#runs,
			settled: () => this.#session.settled,
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
		return this.#session.log;
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

	/** The tools of the next request; `tools` has those of the last one. */
	get nextTools(): Agent["state"]["tools"] {
		return this.#requestSetup?.nextTools ?? this.tools;
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
		return this.#remote?.isStreaming ?? this.#runs.isActive;
	}

	/** Set while its runs take place elsewhere. */
	get remote(): RemoteRuns | undefined {
		return this.#remote;
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
		return this.#remote?.isAborting ?? this.#agent.isAborting;
	}

	/** The user has aborted a run and done nothing since: nothing may start another by itself. */
	get isInterrupted(): boolean {
		return this.#runs.isInterrupted;
	}

	/** Temporary: the session still records the user's choice. */
	overrideModel(...choice: Parameters<ModelChoice["override"]>): Promise<void> {
		return this.#models.override(...choice);
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

	/** What a hook gives in place of running a command or code of the user's. */
	interceptShellRun(run: ShellRun): ReturnType<HookList["interceptShellRun"]> {
		return this.#hooks.interceptShellRun(run);
	}

	/** From now on its runs take place elsewhere: ops go there, and `showRemote` shows what happens. `undefined` ends that. */
	follow(remote: RemoteRuns | undefined): void {
		this.#remote = remote;
	}

	/** Shows an event of remote runs. Hooks do not see it: they react to runs of this process. */
	async showRemote(event: ConversationEvent): Promise<void> {
		if (event.type === "message_end") this.#agent.replaceMessages([...this.messages, event.message]);
		await this.#events.show(event);
	}

	/** Executes an op. A prompt resolves when its run has settled. */
	async submit(op: ConversationOp): Promise<void> {
		if (this.#remote && op.type !== "input") return this.#remote.submit(op);
		if (isRunOp(op)) {
			await this.#session.settled;
			return this.#runs.submit(op);
		}
		switch (op.type) {
			case "input":
				return receiveInput(op, {
					intercept: (input) => this.#hooks.onInput(input),
					submit: (prompt) => this.submit(prompt),
				});
			case "set_model":
				return this.#models.setModel(op.model);
			case "set_thinking_level":
				return this.#models.setThinkingLevel(op.level);
			case "set_service_tier":
				return this.#models.setServiceTier(op.tier);
			case "set_steering_mode":
			case "set_follow_up_mode":
			case "set_interrupt_mode":
				return this.queue.setMode(op);
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
	useMaxThinkingOnce(): void {
		this.#core.thinking.useMaxThinkingOnce();
	}

	/** Switches to another session, or to another entry of this one; false when a hook canceled it. Atomic: a failure changes nothing. */
	changeSession(change: SessionChange): Promise<boolean> {
		return this.#session.change(change);
	}

	/** Shows the user a notice that is not part of the conversation. */
	notify(level: NoticeLevel, message: string, source?: string): void {
		void this.#events.emit({ type: "notice", level, message, ...(source && { source }) });
	}

	/** Compaction: summarizes older messages. Aborts the current run; queued messages follow. */
	compact(...request: Parameters<ExclusiveCompaction["compact"]>): ReturnType<ExclusiveCompaction["compact"]> {
		return this.#compaction.compact(...request);
	}

	/** Continues in a new session that starts with a handoff document; refused while a run is active. */
	handoff(focus?: string): ReturnType<ExclusiveCompaction["handOff"]> {
		return this.#compaction.handOff(focus);
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
		const log = this.#session.log;
		if (!(await log.setName(name, source))) return;
		await this.#events.emit({ type: "session_info_update", title: log.name ?? "", sessionId: log.id });
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
