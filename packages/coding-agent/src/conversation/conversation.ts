import { type Agent, AgentBusyError } from "@oh-my-pi/pi-agent-core/agent";
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ImageContent, UserMessage } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import type { BehaviorControls } from "./behavior.ts";
import type { ConversationOptions } from "./conversation-options.ts";
import type { ConversationEvent } from "./event.ts";
import type { LiveContext } from "./live-context.ts";
import { Maintenance } from "./maintenance.ts";
import { makeAgent } from "./make-agent.ts";
import { ModelChoice } from "./model-choice.ts";
import { noModelText } from "./no-model-text.ts";
import type { ConversationOp } from "./op.ts";
import { type ExitKind, Recorder } from "./recorder.ts";
import { Settler } from "./settler.ts";

type Listener = (event: ConversationEvent) => void | Promise<void>;

/** The conversation: takes ops, gives events, and has every finished message on disk before anyone hears of it. */
export class Conversation {
	readonly #options: ConversationOptions;
	readonly #agent: Agent;
	readonly #listeners = new Set<Listener>();
	readonly #controls: BehaviorControls;
	readonly #recorder: Recorder;
	readonly #models: ModelChoice;
	readonly #maintenance: Maintenance;
	readonly #settler: Settler;
	#log: SessionLog;
	#disposal: Promise<void> | undefined;
	#settling: Promise<void> | undefined;

	constructor(options: ConversationOptions) {
		this.#options = options;
		this.#log = options.log;
		this.#recorder = new Recorder(() => this.#log, options.host.now);
		this.#models = new ModelChoice(options.thinkingLevel, {
			agent: () => this.#agent,
			log: () => this.#log,
			apiKey: options.apiKey,
			emit: (event) => this.#emit(event),
		});
		this.#agent = makeAgent(options, {
			streamOptions: (model) => this.#models.streamOptions(model),
			beforeModelCall: (signal) => this.#maintenance.beforeModelCall(signal),
		});
		this.#controls = {
			steer: (message) => this.#agent.steer(message),
			notify: (level, message) => void this.#emit({ type: "notice", level, message }),
			now: options.host.now,
		};
		this.#maintenance = new Maintenance(options, this.#liveContext());
		this.#settler = new Settler({
			agent: this.#agent,
			log: () => this.#log,
			steps: this.#maintenance.settleSteps,
			emit: (event) => this.#emit(event),
		});
		this.#agent.subscribe((event) => this.#onAgentEvent(event));
	}

	get log(): SessionLog {
		return this.#log;
	}

	get messages(): readonly AgentMessage[] {
		return this.#agent.state.messages;
	}

	get model(): Model | undefined {
		return this.#models.model;
	}

	get thinkingLevel(): ThinkingLevel {
		return this.#models.thinkingLevel;
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
				this.#settler.interrupt();
				return this.#agent.abort();
			case "set_model":
				return this.#models.setModel(op.model);
			case "set_thinking_level":
				return this.#models.setThinkingLevel(op.level);
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
		this.#settler.stop();
		await this.#agent.abort();
		await this.idle();
		await this.#recorder.close(reason, kind, pendingToolCalls);
	}

	async #prompt(text: string, images: readonly ImageContent[] = []): Promise<void> {
		if (!this.model) throw new Error(noModelText);
		if (this.#settling) throw new AgentBusyError();
		const message = this.#userMessage(text, images);
		this.#settling = this.#settler
			.run(() => this.#agent.prompt(message))
			.finally(() => {
				this.#settling = undefined;
			});
		return this.#settling;
	}

	async #queue(op: Extract<ConversationOp, { type: "steer" | "follow_up" }>): Promise<void> {
		if (!this.#settling) return this.#prompt(op.text, op.images);
		const message = this.#userMessage(op.text, op.images);
		if (op.type === "steer") this.#agent.steer(message);
		else this.#agent.followUp(message);
	}

	#userMessage(text: string, images: readonly ImageContent[] = []): UserMessage {
		const timestamp = this.#options.host.now();
		return { role: "user", content: [{ type: "text", text }, ...images], attribution: "user", timestamp };
	}

	#liveContext(): LiveContext {
		const conversation = this;
		return {
			get log() {
				return conversation.log;
			},
			get parts() {
				return conversation.#agent.state;
			},
			get thinkingLevel() {
				return conversation.thinkingLevel;
			},
			replaceMessages: (messages) => this.#agent.replaceMessages(messages),
			useModel: (model, thinkingLevel) => this.#models.useForNow(model, thinkingLevel),
			streamOptions: (model) => this.#models.streamOptions(model),
			stopRun: (reason) => void this.#agent.abort(reason),
			emit: (event) => this.#emit(event),
		};
	}

	async #onAgentEvent(event: AgentEvent): Promise<void> {
		await this.#recorder.record(event);
		if (event.type === "agent_end") this.#settler.holdEnd(event);
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
