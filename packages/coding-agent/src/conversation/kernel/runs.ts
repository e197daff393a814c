import { type Agent, AgentBusyError } from "@oh-my-pi/pi-agent-core/agent/agent";
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import { type AgentMessage, isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import { joinText, type UserMessage } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { noModelText } from "../contract/no-model-text.ts";
import type { InputContent, RunOp } from "../contract/op.ts";
import { lastReply } from "../history/last-reply.ts";
import type { HookList } from "../hooks/hook-list.ts";
import { RunDriver } from "./run-driver.ts";

interface RunsPorts {
	readonly agent: Agent;
	readonly log: () => SessionLog;
	readonly hooks: HookList;
	readonly retry: { enabled: boolean };
	/** A background job is running whose result will start a run. */
	readonly hasBackgroundWork: () => boolean;
	/** Appends a message to the log that is not part of a run. */
	readonly write: (message: SessionMessage) => void;
	readonly now: () => number;
	readonly emit: (event: AgentEvent) => Promise<void>;
}

/** More than a person types while a run goes on; a client without brakes would fill the memory. */
const maxQueued = 200;

/** Starts runs, one at a time, and drives each until it has settled. */
export class Runs {
	readonly #ports: RunsPorts;
	readonly #driver: RunDriver;
	/** Messages added during a run; appended to the history when it ends. */
	#held: SessionMessage[] = [];
	/** Messages to be sent before the next prompt. */
	#nextTurn: Array<{ readonly message: AgentMessage; readonly isStale?: (() => boolean) | undefined }> = [];
	/** Messages that start no run after the user has aborted one; if queued then, they wait for the next prompt. */
	readonly #unlessInterrupted = new WeakMap<AgentMessage, (() => boolean) | undefined>();
	#settling: Promise<void> | undefined;
	/** The user has aborted a run and sent nothing since. */
	#isInterrupted = false;
	#hasEnded = false;

	constructor(ports: RunsPorts) {
		this.#ports = ports;
		const willResume = () => !this.#isInterrupted && ports.hasBackgroundWork();
		this.#driver = new RunDriver({ ...ports, willResume });
	}

	/** True from a prompt until it has settled, including retries and their backoff. */
	get isActive(): boolean {
		return this.#settling !== undefined;
	}

	/** The user has aborted a run and done nothing since. */
	get isInterrupted(): boolean {
		return this.#isInterrupted;
	}

	holdEnd(event: Extract<AgentEvent, { type: "agent_end" }>): void {
		this.#driver.holdEnd(event);
	}

	/** Resolves when no run is active, including one started by a late job result. */
	async idle(): Promise<void> {
		while (this.#settling) await this.#settling.catch(() => {});
	}

	async submit(op: RunOp): Promise<void> {
		if (isUsersAct(op)) this.#isInterrupted = false;
		switch (op.type) {
			case "prompt":
				return this.#prompt(this.#userMessage(op));
			case "steer":
			case "follow_up":
				return this.#queue(op.type, this.#userMessage(op));
			case "abort_and_prompt":
				return this.#takeOver(this.#userMessage(op));
			case "send":
				return this.#send(op);
			case "abort":
				if (this.isActive) this.#postponeQueued();
				this.#isInterrupted ||= this.isActive;
				return this.#interrupt();
			case "abort_retry":
				return this.#driver.interrupt();
			case "retry":
				return this.#retry();
			case "continue":
				return this.#continue();
			case "set_auto_retry":
				this.#ports.retry.enabled = op.enabled;
				return;
			case "clear_queue":
				return this.#ports.agent.clearAllQueues();
			default:
				return op satisfies never;
		}
	}

	/**
	 * Aborts the current run and executes `work` exclusively. Queued messages start a run afterwards; no settle hook does.
	 */
	runExclusively<Result>(
		work: (signal: AbortSignal) => Promise<Result>,
		options: { refuseWhenBusy?: boolean } = {},
	): Promise<Result> {
		const { agent } = this.#ports;
		if (this.#settling && options.refuseWhenBusy) return Promise.reject(new AgentBusyError());
		const outcome = Promise.withResolvers<Result>();
		let finish = () => outcome.reject(new Error("The conversation has ended"));
		const begin = async () => {
			await work(this.#driver.signal).then(
				(result) => {
					finish = () => outcome.resolve(result);
				},
				(error) => {
					finish = () => outcome.reject(error);
				},
			);
			this.#driver.interrupt();
			// With queued messages, resolve before the run that they start; otherwise when the conversation is idle.
			if (agent.hasQueuedMessages) finish();
		};
		if (this.#settling) {
			this.#driver.takeOver(begin);
			void agent.abort();
		} else void this.#start(begin);
		void this.#settling?.catch(() => {}).then(() => finish());
		return outcome.promise;
	}

	/** Adds a message to the history without a request to the model. */
	note(message: SessionMessage): void {
		if (this.#settling) this.#held.push(message);
		else this.#add(message);
	}

	/** Aborts the run and clears all queues. */
	async stop(): Promise<void> {
		this.#nextTurn = [];
		this.#ports.agent.clearAllQueues();
		this.#ports.agent.takeAsides();
		await this.#interrupt();
		await this.idle();
		this.#addHeld();
	}

	/** Aborts the run; no other can start. */
	async end(): Promise<void> {
		this.#hasEnded = true;
		this.#driver.stop();
		await this.#ports.agent.abort();
		await this.idle();
		this.#ports.hooks.onBusy();
		this.#addHeld();
	}

	async #prompt(message: AgentMessage): Promise<void> {
		if (!this.#ports.agent.state.model) throw new Error(noModelText);
		if (this.#settling) throw new AgentBusyError();
		this.#addHeld();
		const { agent, hooks } = this.#ports;
		const due = this.#nextTurn.splice(0).flatMap(({ message: note, isStale }) => (isStale?.() ? [] : [note]));
		const notes = [...due, ...agent.takeAsides()];
		return this.#start(async () => {
			const attached = (await this.#loadAttachments(message)) ?? [];
			const { messages } = agent.state;
			const prompt = { message, messages, signal: this.#driver.signal };
			const ahead = await hooks.beforePrompt(prompt);
			const behind = await hooks.followPrompt(prompt);
			return agent.prompt([...notes, ...ahead, ...attached, message, ...behind]);
		});
	}

	async #send({ message, as = "steer", triggerTurn, cause, isStale }: Extract<RunOp, { type: "send" }>): Promise<void> {
		// A job may end after the conversation is disposed.
		if (this.#hasEnded) return;
		if (triggerTurn === "unless_interrupted") this.#unlessInterrupted.set(message, isStale);
		const mustWait = triggerTurn === "unless_interrupted" && this.#isInterrupted;
		if (as === "next_turn" || mustWait) this.#nextTurn.push({ message, isStale });
		else if (as === "aside" && this.#settling) this.#ports.agent.aside(message, isStale);
		else if (this.#settling || triggerTurn) await this.#queue(as, message, cause);
		else await this.#announce(message);
	}

	async #queue(kind: "steer" | "follow_up" | "aside", message: AgentMessage, cause?: string): Promise<void> {
		const { agent } = this.#ports;
		if (!this.#settling) return this.#prompt(message);
		if (message.role === "user" && agent.queuedMessageCount >= maxQueued) {
			throw new Error(`${maxQueued} messages wait already; this one was not added. Wait, or clear the queue`);
		}
		const coming = this.#loadAttachments(message);
		const attached = coming ? await coming : [];
		// The run may have ended while the attachments were read.
		if (!this.#settling) return this.#prompt(message);
		if (kind === "aside") agent.aside(message);
		else if (kind === "steer") agent.steer(message, attached, cause);
		else agent.followUp(message, attached);
	}

	/** Only for messages typed by the user. */
	#loadAttachments(message: AgentMessage): ReturnType<HookList["attachments"]> {
		if (message.role !== "user" || !isLlmMessage(message) || message.attribution !== "user") return undefined;
		return this.#ports.hooks.attachments(joinText(message.content));
	}

	async #takeOver(message: AgentMessage): Promise<void> {
		const { agent } = this.#ports;
		if (!this.#settling) return this.#prompt(message);
		this.#driver.takeOver(() => agent.prompt(message));
		await agent.abort();
		return this.#settling;
	}

	async #interrupt(): Promise<void> {
		this.#driver.interrupt();
		await this.#ports.agent.abort();
	}

	#postponeQueued(): void {
		for (const message of this.#ports.agent.removeQueued((queued) => this.#unlessInterrupted.has(queued))) {
			this.#nextTurn.push({ message, isStale: this.#unlessInterrupted.get(message) });
		}
	}

	async #continue(): Promise<void> {
		const { agent } = this.#ports;
		if (this.#settling) throw new AgentBusyError();
		const last = agent.state.messages.at(-1);
		if (!last || last.role === "assistant") throw new Error("There is nothing to reply to");
		return this.#start(() => agent.continue());
	}

	async #retry(): Promise<void> {
		const { agent } = this.#ports;
		if (this.#settling) throw new AgentBusyError();
		const { messages } = agent.state;
		const reply = lastReply(messages);
		const hasFailed = reply?.stopReason === "error" || reply?.stopReason === "aborted";
		if (!hasFailed || messages.at(-1) !== reply) throw new Error("Nothing to retry");
		this.#driver.dropReply();
		return this.#start(() => agent.continue());
	}

	#start(begin: () => Promise<unknown>): Promise<void> {
		this.#ports.hooks.onBusy();
		this.#settling = this.#driver.run(begin).finally(() => {
			this.#settling = undefined;
			this.#ports.hooks.onIdle();
			// An aside that arrived while the run was ending.
			const { agent } = this.#ports;
			if (agent.hasAsides && !this.#isInterrupted && !this.#hasEnded) void this.#start(() => agent.continue());
		});
		return this.#settling;
	}

	#addHeld(): void {
		for (const message of this.#held.splice(0)) this.#add(message);
	}

	/** Adds a message and emits its events. */
	async #announce(message: SessionMessage): Promise<void> {
		this.#add(message);
		await this.#ports.emit({ type: "message_start", message });
		await this.#ports.emit({ type: "message_end", message });
	}

	#add(message: SessionMessage): void {
		this.#ports.agent.appendMessage(message);
		this.#ports.write(message);
	}

	#userMessage({ text, images = [] }: InputContent): UserMessage {
		return {
			role: "user",
			content: [{ type: "text", text }, ...images],
			attribution: "user",
			timestamp: this.#ports.now(),
		};
	}
}

function isUsersAct({ type }: RunOp): boolean {
	return ["prompt", "steer", "follow_up", "abort_and_prompt", "retry", "continue"].includes(type);
}
