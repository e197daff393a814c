import { join } from "node:path";
import type { Agent } from "@oh-my-pi/pi-agent-core/agent";
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import type { Goal } from "@oh-my-pi/pi-tools/goal/goal";
import type { BehaviorControls } from "./behavior.ts";
import type { ConversationOptions } from "./conversation-options.ts";
import type { ConversationEvent, NoticeLevel } from "./event.ts";
import { liveContext } from "./live-context.ts";
import { Maintenance } from "./maintenance.ts";
import { makeAgent } from "./make-agent.ts";
import { type ChosenModel, ModelChoice } from "./model-choice.ts";
import { type ConversationOp, isRunOp } from "./op.ts";
import { type ExitKind, Recorder } from "./recorder.ts";
import { Runs } from "./runs.ts";
import { type ChangePorts, changeSession, type SessionChange } from "./session/change-session.ts";
import { SessionHooks } from "./session/session-hooks.ts";
import { TodoList } from "./todo-list.ts";
import { ToolChoiceQueue } from "./tool-choice/tool-choice-queue.ts";

type Listener = (event: ConversationEvent) => void | Promise<void>;

/** The conversation: takes ops, gives events, and has every finished message on disk before anyone hears of it. */
export class Conversation implements ChosenModel {
	readonly sessionHooks = new SessionHooks();
	readonly todos = new TodoList(() => this.#log);
	readonly toolChoice = new ToolChoiceQueue();
	readonly #options: ConversationOptions;
	readonly #agent: Agent;
	readonly #listeners = new Set<Listener>();
	readonly #controls: BehaviorControls;
	readonly #recorder: Recorder;
	readonly #models: ModelChoice;
	readonly #maintenance: Maintenance;
	readonly #runs: Runs;
	#log: SessionLog;
	/** Changes of session wait for each other. */
	#change: Promise<unknown> = Promise.resolve();
	#changeCount = 0;
	#disposal: Promise<void> | undefined;

	constructor(given: ConversationOptions) {
		const options = { ...given, retry: { ...given.retry } };
		const emit = (event: ConversationEvent) => this.#emit(event);
		const log = () => this.#log;
		this.#options = options;
		this.#log = options.log;
		this.#recorder = new Recorder(log, {
			now: options.host.now,
			rescueFolder: join(options.host.env.TMPDIR || "/tmp", "omp-rescued"),
			warn: (message) => this.notify("warning", message, "session"),
		});
		this.#models = new ModelChoice(options, {
			agent: () => this.#agent,
			log,
			apiKey: options.apiKey,
			emit,
		});
		this.#agent = makeAgent(options, {
			toolChoice: this.toolChoice,
			streamOptions: (model) => this.#models.streamOptions(model),
			beforeModelCall: (signal) => this.#maintenance.context.beforeModelCall(signal),
			guide: () => this.#maintenance.guide,
		});
		this.#controls = {
			steer: (message) => this.#agent.steer(message),
			notify: (level, message) => this.notify(level, message),
			now: options.host.now,
		};
		const live = liveContext({
			agent: this.#agent,
			models: this.#models,
			log,
			write: (message) => this.#recorder.write(message),
			emit,
		});
		this.#maintenance = new Maintenance(options, live, {
			agent: this.#agent,
			todos: () => this.todos.phases,
			enter: (change) => this.#enterFromWithin(change),
			forgetTodos: () => this.todos.forget(),
		});
		this.#runs = new Runs({
			agent: this.#agent,
			log,
			steps: this.#maintenance.settleSteps,
			retry: options.retry,
			beforePrompt: (message, signal) => this.#maintenance.beforePrompt(message, signal),
			companions: (text) => options.companions?.(text),
			promptNotes: () => this.#maintenance.promptNotes(),
			onRest: () => this.#maintenance.context.rest(),
			onStir: () => this.#maintenance.context.stir(),
			write: (message) => this.#recorder.write(message),
			hasBackgroundWork: options.hasBackgroundWork ?? (() => false),
			now: options.host.now,
			emit,
		});
		this.#agent.subscribe((event) => this.#onAgentEvent(event));
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

	/** As requests are made: `auto` stands for what was found fitting. */
	get effectiveThinkingLevel(): ChosenModel["thinkingLevel"] {
		return this.#models.effectiveThinkingLevel;
	}

	get serviceTier(): ChosenModel["serviceTier"] {
		return this.#models.serviceTier;
	}

	get tools(): Agent["state"]["tools"] {
		return this.#agent.state.tools;
	}

	/** Held back until they are searched for or named. */
	get hiddenTools(): Agent["state"]["tools"] {
		return this.#maintenance.guide?.hiddenTools ?? [];
	}

	get systemPrompt(): readonly string[] {
		return this.#agent.state.systemPrompt;
	}

	/** From a prompt until nothing of ours follows it, pauses between tries included. */
	get isStreaming(): boolean {
		return this.#runs.isActive;
	}

	/** How full the model's window is, what keeps the conversation within it, and whether it waits to try again. */
	get upkeep(): Pick<Maintenance, "context" | "isRetrying" | "summarizeBranch" | "aside"> {
		return this.#maintenance;
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

	/** Takes back what was queued last, a steering message before a follow-up. */
	takeBackLastQueued(): AgentMessage | undefined {
		return this.#agent.popLastSteer() ?? this.#agent.popLastFollowUp();
	}

	/** What the session records as chosen stays so. */
	useModelForNow(...choice: Parameters<ModelChoice["useForNow"]>): Promise<void> {
		return this.#models.useForNow(...choice);
	}

	/** Settles when the user says something while the model works, or when the signal fires. */
	whenSteered(signal: AbortSignal): Promise<void> {
		return this.#agent.whenSteered(signal);
	}

	subscribe(listener: Listener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Carries out what a front end asks for. A prompt resolves when its run has ended and nothing of ours follows. */
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
				return this.#maintenance.useTools(op.tools);
			case "set_session_name":
				return this.#setName(op.name, op.source);
			case "compact":
				await this.compact(op.instructions);
				return;
			case "set_auto_compaction":
				this.#maintenance.context.isAutomatic = op.enabled;
				return;
			default:
				return op satisfies never;
		}
	}

	/** The next run uses the model's highest effort, where the model chooses for itself how hard it thinks. */
	thinkHardOnce(): void {
		this.#maintenance.thinkHardOnce();
	}

	/** Goes on in another session, or elsewhere in this one; false when somebody objected. A failure changes nothing. */
	changeSession(change: SessionChange): Promise<boolean> {
		return this.#changeWhenFree(change, () => this.#runs.stop());
	}

	/** Tells the user something that is not part of the conversation. */
	notify(level: NoticeLevel, message: string, source?: string): void {
		void this.#emit({ type: "notice", level, message, ...(source && { source }) });
	}

	/** What the session works towards is different now. */
	announceGoal(goal: Goal | undefined): void {
		void this.#emit({ type: "goal_updated", goal: goal ?? null });
	}

	/** Puts the older part of the conversation into few words. Breaks off the run under way; what is queued follows. */
	async compact(
		focus?: string,
		options: Omit<Parameters<Maintenance["context"]["compact"]>[0], "focus" | "signal"> = {},
	): ReturnType<Maintenance["context"]["compact"]> {
		await this.#change;
		return this.#runs.occupy((signal) => this.#maintenance.context.compact({ ...options, focus, signal }));
	}

	/** Goes on in a new session that begins with a document about this one; refused while something runs. */
	async handoff(focus?: string): ReturnType<Maintenance["handOff"]> {
		await this.#change;
		return this.#runs.occupy((signal) => this.#maintenance.handOff({ focus, signal }), { refuseWhenBusy: true });
	}

	/** Adds a message to the history without asking the model; while it works, when it has finished. */
	note(message: SessionMessage): void {
		this.#runs.note(message);
	}

	/** Brings tools and system prompt up to date, as every request does, for whoever looks at them before the next. */
	async refresh(): Promise<void> {
		await this.#maintenance.guide?.refresh();
	}

	idle(): Promise<void> {
		return this.#runs.idle();
	}

	/** Ends the conversation: stops what runs, writes down how it ended, and lets go of the log. Safe to call again. */
	dispose(reason = "dispose", kind: ExitKind = "normal"): Promise<void> {
		this.#disposal ??= this.#dispose(reason, kind);
		return this.#disposal;
	}

	async #dispose(reason: string, kind: ExitKind): Promise<void> {
		const pendingToolCalls = this.#recorder.pendingCalls();
		await this.#runs.end();
		await this.#recorder.close(reason, kind, pendingToolCalls);
		await this.#options.teardown?.();
	}

	async #setName(name: string, source?: Parameters<SessionLog["setName"]>[1]): Promise<void> {
		const log = this.#log;
		if (!(await log.setName(name, source))) return;
		await this.#emit({ type: "session_info_update", title: log.name ?? "", sessionId: log.id });
	}

	/** For those who are themselves what would have to stop. False when somebody else is about to change the session. */
	async #enterFromWithin(change: SessionChange): Promise<boolean> {
		if (this.#changeCount > 0 || !(await this.#changeWhenFree(change, async () => {}))) return false;
		// What waited for the end of the old session is the first thing said in the new one.
		const { steeringQueue, followUpQueue } = this.#agent;
		this.#agent.replaceQueues([...steeringQueue, ...followUpQueue.slice(0, 1)], followUpQueue.slice(1));
		return true;
	}

	#changeWhenFree(change: SessionChange, stop: ChangePorts["stop"]): Promise<boolean> {
		this.#changeCount++;
		const changing = this.#change.then(async () => {
			const hasChanged = await changeSession(change, this.#changePorts(stop));
			if (hasChanged) this.#maintenance.entered(this.messages);
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
			hooks: this.sessionHooks,
			restoreModel: restoreModel ?? (async (_context, current) => current),
			stop,
			now: host.now,
			warn: (message) => this.#emit({ type: "notice", level: "warning", message }),
		};
	}

	async #onAgentEvent(event: AgentEvent): Promise<void> {
		await this.#recorder.record(event);
		this.todos.observe(event);
		if (event.type === "message_end" && event.message.role === "assistant") this.toolChoice.settle(event.message);
		if (event.type === "turn_end") this.toolChoice.endTurn();
		if (event.type === "agent_end") this.#runs.holdEnd(event);
		else await this.#emit(event);
		await this.#maintenance.observe(event);
	}

	async #emit(event: ConversationEvent): Promise<void> {
		for (const behavior of this.#options.behaviors) behavior.onEvent(event, this.#controls);
		for (const listener of this.#listeners) {
			const handled = listener(event);
			if (handled) await handled;
		}
	}
}
