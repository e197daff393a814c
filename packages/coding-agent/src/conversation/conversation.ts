import { Agent, AgentBusyError } from "@oh-my-pi/pi-agent-core/agent";
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { type Effort, efforts, type ImageContent, type UserMessage } from "@oh-my-pi/pi-ai/message";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { StreamOptions } from "@oh-my-pi/pi-ai/stream-options";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import type { BehaviorControls } from "./behavior.ts";
import type { ConversationOptions } from "./conversation-options.ts";
import { convertToLlm, withReminder } from "./convert-to-llm.ts";
import type { ConversationEvent } from "./event.ts";
import { noModelText } from "./no-model-text.ts";
import type { ConversationOp } from "./op.ts";
import { lastReply } from "./queries/last-reply.ts";
import { type ExitKind, Recorder } from "./recorder.ts";
import { AutoRetry } from "./recovery/auto-retry.ts";
import { type FinishedRun, queuedMessages, type SettleStep } from "./settle-step.ts";

type Listener = (event: ConversationEvent) => void | Promise<void>;

/** The conversation: takes ops, gives events, and has every finished message on disk before anyone hears of it. */
export class Conversation {
	readonly #options: ConversationOptions;
	readonly #agent: Agent;
	readonly #listeners = new Set<Listener>();
	readonly #controls: BehaviorControls;
	readonly #recorder: Recorder;
	/** Asked in this order after each run. */
	readonly #settleSteps: readonly SettleStep[];
	#thinkingLevel: ThinkingLevel;
	#heldEnd: Extract<AgentEvent, { type: "agent_end" }> | undefined;
	#disposal: Promise<void> | undefined;
	#settling: Promise<void> | undefined;

	constructor(options: ConversationOptions) {
		this.#options = options;
		this.#thinkingLevel = options.thinkingLevel;
		const hasReply = options.messages.some((message) => message.role === "assistant");
		this.#recorder = new Recorder(options.log, options.host.now, { hasReply });
		this.#agent = new Agent({
			streamFn: options.streamFn,
			now: options.host.now,
			intentTracing: options.intentTracing,
			convertToLlm: (messages) => withReminder(convertToLlm(messages), this.#reminder()),
			streamOptions: (model) => this.#streamOptions(model),
			initialState: {
				model: options.model,
				systemPrompt: options.systemPrompt,
				tools: options.tools,
				messages: [...options.messages],
			},
		});
		this.#agent.setSteeringMode(options.steeringMode);
		this.#agent.setFollowUpMode(options.followUpMode);
		this.#agent.setInterruptMode(options.interruptMode);
		this.#controls = {
			steer: (message) => this.#agent.steer(message),
			notify: (level, message) => void this.#emit({ type: "notice", level, message }),
			now: options.host.now,
		};
		const emit = (event: ConversationEvent) => this.#emit(event);
		this.#settleSteps = [new AutoRetry({ limits: options.retry, sleep: options.sleep ?? sleep, emit }), queuedMessages];
		this.#agent.subscribe((event) => this.#onAgentEvent(event));
	}

	get log(): SessionLog {
		return this.#options.log;
	}

	get messages(): readonly AgentMessage[] {
		return this.#agent.state.messages;
	}

	get model(): Model | undefined {
		return this.#agent.state.model;
	}

	get thinkingLevel(): ThinkingLevel {
		return this.#thinkingLevel;
	}

	/** From a prompt until nothing of ours follows it, pauses between tries included. */
	get isStreaming(): boolean {
		return this.#settling !== undefined;
	}

	get queuedTexts(): { steering: readonly AgentMessage[]; followUps: readonly AgentMessage[] } {
		return { steering: this.#agent.steeringQueue, followUps: this.#agent.followUpQueue };
	}

	subscribe(listener: Listener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Carries out what a front end asks for. A prompt resolves when its run has ended and nothing of ours follows. */
	async submit(op: ConversationOp): Promise<void> {
		switch (op.type) {
			case "prompt":
				return this.#prompt(op.text, op.images);
			case "steer":
			case "follow_up":
				return this.#queue(op);
			case "abort":
				this.#cancelSettling();
				return this.#agent.abort();
			case "set_model":
				return this.#setModel(op.model);
			case "set_thinking_level":
				return this.#setThinkingLevel(op.level);
			default:
				return assertNever(op);
		}
	}

	async idle(): Promise<void> {
		await this.#settling?.catch(() => {});
	}

	/** Ends the conversation: stops what runs, writes down how it ended, and lets go of the log. Safe to call again. */
	dispose(reason = "dispose", kind: ExitKind = "normal"): Promise<void> {
		this.#disposal ??= this.#dispose(reason, kind);
		return this.#disposal;
	}

	async #dispose(reason: string, kind: ExitKind): Promise<void> {
		const pendingToolCalls = this.#recorder.pendingCalls();
		this.#cancelSettling();
		await this.#agent.abort();
		await this.idle();
		await this.#recorder.close(reason, kind, pendingToolCalls);
	}

	async #prompt(text: string, images: readonly ImageContent[] = []): Promise<void> {
		if (!this.model) throw new Error(noModelText);
		if (this.#settling) throw new AgentBusyError();
		this.#settling = this.#runUntilSettled([this.#userMessage(text, images)]).finally(() => {
			this.#settling = undefined;
		});
		return this.#settling;
	}

	/** One run, and whatever has to follow it. Then the end is announced. */
	async #runUntilSettled(prompts: readonly AgentMessage[]): Promise<void> {
		await this.#agent.prompt(prompts);
		while (!this.#disposal && (await this.#hasMoreToDo())) await this.#agent.continue();
		const end = this.#heldEnd;
		this.#heldEnd = undefined;
		if (end) await this.#emit({ ...end, isTerminal: true });
	}

	async #hasMoreToDo(): Promise<boolean> {
		const run: FinishedRun = {
			reply: lastReply(this.messages),
			messages: this.messages,
			hasQueuedMessages: this.#agent.hasQueuedMessages,
			replaceMessages: (messages) => this.#agent.replaceMessages(messages),
		};
		for (const step of this.#settleSteps) if ((await step.settle(run)) === "go-on") return true;
		return false;
	}

	#cancelSettling(): void {
		for (const step of this.#settleSteps) step.cancel?.();
	}

	async #queue(op: Extract<ConversationOp, { type: "steer" | "follow_up" }>): Promise<void> {
		if (!this.#settling) return this.#prompt(op.text, op.images);
		const message = this.#userMessage(op.text, op.images);
		if (op.type === "steer") this.#agent.steer(message);
		else this.#agent.followUp(message);
	}

	async #setModel(model: Model): Promise<void> {
		this.#agent.setModel(model);
		this.#options.log.appendModelChange(selectorOf(model));
		await this.#emit({ type: "model_changed" });
	}

	async #setThinkingLevel(level: ThinkingLevel): Promise<void> {
		this.#thinkingLevel = level;
		this.#options.log.appendThinkingLevelChange(level);
		await this.#emit({ type: "thinking_level_changed", thinkingLevel: level });
	}

	#userMessage(text: string, images: readonly ImageContent[] = []): UserMessage {
		const timestamp = this.#options.host.now();
		return { role: "user", content: [{ type: "text", text }, ...images], attribution: "user", timestamp };
	}

	#reminder(): string {
		const date = new Date(this.#options.host.now()).toISOString().slice(0, 10);
		return `<system-reminder>Today is ${date}. The working directory is ${this.#options.host.cwd}.</system-reminder>`;
	}

	#streamOptions(model: Model): StreamOptions {
		const effort = efforts.find((candidate): candidate is Effort => candidate === this.#thinkingLevel);
		return {
			sessionId: this.#options.log.id,
			apiKey: () => this.#options.apiKey(model),
			...(effort && { reasoning: effort }),
		};
	}

	async #onAgentEvent(event: AgentEvent): Promise<void> {
		await this.#recorder.record(event);
		if (event.type === "agent_end") this.#heldEnd = event;
		else await this.#emit(event);
	}

	async #emit(event: ConversationEvent): Promise<void> {
		for (const behavior of this.#options.behaviors) behavior.onEvent(event, this.#controls);
		for (const listener of this.#listeners) {
			const handled = listener(event);
			if (handled) await handled;
		}
	}
}
