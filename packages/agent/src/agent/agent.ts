import type { Context, ImageContent, ToolCall, UserMessage } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { AgentEvent } from "../event.ts";
import { type OwnCallOptions, runOwnCall } from "../loop/execute-tools.ts";
import { runLoop } from "../loop/loop.ts";
import type { LoopPorts, LoopState } from "../loop/ports.ts";
import { requestContext } from "../loop/request-context.ts";
import type { AgentMessage } from "../message.ts";
import { routeCall } from "../tools/route-call.ts";
import type { AgentTool, ToolOutput } from "../tools/tool.ts";
import { MessageQueue, type QueueMode } from "./message-queue.ts";

type QueuePorts =
	| "emit"
	| "takeSteering"
	| "hasSteering"
	| "steeringCause"
	| "takeFollowUps"
	| "takeAsides"
	| "interruptMode";

export interface AgentOptions extends Omit<LoopPorts, QueuePorts> {
	readonly initialState: LoopState;
	/** Called when a listener throws; the other listeners still get the event. */
	readonly onListenerError?: (error: unknown) => void;
}

export type AgentListener = (event: AgentEvent) => void | Promise<void>;

export class AgentBusyError extends Error {
	override readonly name = "AgentBusyError";
	constructor() {
		super("Agent is already processing. Use steer() or followUp() to queue messages, or wait for completion.");
	}
}

/** Owns the state of a conversation with a model: context, queues, and the current run. */
export class Agent {
	readonly #options: AgentOptions;
	readonly #state: LoopState;
	readonly #steering = new MessageQueue();
	readonly #followUps = new MessageQueue();
	readonly #causes = new WeakMap<AgentMessage, string>();
	/** Wait for the next step of a run and interrupt nothing. */
	#asides: Array<{ readonly message: AgentMessage; readonly isStale: () => boolean }> = [];
	readonly #listeners = new Set<AgentListener>();
	#interruptMode: "immediate" | "wait" = "immediate";
	#run: { controller: AbortController; done: Promise<AgentMessage[]> } | undefined;
	#delivery: Promise<void> = Promise.resolve();

	constructor(options: AgentOptions) {
		this.#options = options;
		this.#state = { ...options.initialState, messages: [...options.initialState.messages] };
	}

	get state(): Readonly<LoopState> {
		return this.#state;
	}

	get isStreaming(): boolean {
		return this.#run !== undefined;
	}

	get isAborting(): boolean {
		return this.#run?.controller.signal.aborted ?? false;
	}

	get queuedMessageCount(): number {
		return this.#steering.size + this.#followUps.size;
	}

	subscribe(listener: AgentListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Starts a run with new messages; resolves with the messages it produced. */
	async prompt(
		input: string | AgentMessage | readonly AgentMessage[],
		images: readonly ImageContent[] = [],
	): Promise<AgentMessage[]> {
		if (this.#run) throw new AgentBusyError();
		const prompts =
			typeof input === "string" ? [this.#userMessage(input, images)] : "role" in input ? [input] : [...input];
		return this.#start(prompts);
	}

	/** Runs from the current messages, or from the queued ones. */
	async continue(): Promise<AgentMessage[]> {
		if (this.#run) throw new AgentBusyError();
		const last = this.#state.messages.at(-1);
		if (!last) throw new Error("No messages to continue from");
		if (last.role !== "assistant") return this.#start([]);
		const due = this.#steering.size > 0 ? this.#steering.take() : this.#followUps.take();
		const queued = due.length > 0 ? due : this.takeAsides();
		if (queued.length === 0) throw new Error("Cannot continue from message role: assistant");
		return this.#start(queued);
	}

	/** `companions` are inserted right before it. `cause` tells the model why its calls are skipped for a message that no user wrote. */
	steer(message: AgentMessage, companions: readonly AgentMessage[] = [], cause?: string): void {
		const queued = message.role === "user" ? { ...message, steering: true } : message;
		if (cause !== undefined) this.#causes.set(queued, cause);
		this.#steering.add(queued, companions);
	}

	/** `undefined` when a user has written one of the messages that wait. */
	#steeringCause(): string | undefined {
		const causes = this.#steering.newest().map((message) => this.#causes.get(message));
		return causes.includes(undefined) ? undefined : causes[0];
	}

	/** Resolves when a steering message that may interrupt is queued, or when the signal fires. */
	whenSteered(signal: AbortSignal): Promise<void> {
		return this.#interruptMode === "immediate" ? this.#steering.whenFilled(signal) : whenAborted(signal);
	}

	/** Delivered at the next step of a run, after its tool calls, unless it is stale by then. */
	aside(message: AgentMessage, isStale: () => boolean = () => false): void {
		this.#asides.push({ message, isStale });
	}

	get hasAsides(): boolean {
		return this.#asides.some(({ isStale }) => !isStale());
	}

	takeAsides(): AgentMessage[] {
		return this.#asides.splice(0).flatMap(({ message, isStale }) => (isStale() ? [] : [message]));
	}

	followUp(message: AgentMessage, companions: readonly AgentMessage[] = []): void {
		this.#followUps.add(message, companions);
	}

	get hasQueuedMessages(): boolean {
		return this.queuedMessageCount > 0;
	}

	get steeringQueue(): readonly AgentMessage[] {
		return this.#steering.peek();
	}

	get followUpQueue(): readonly AgentMessage[] {
		return this.#followUps.peek();
	}

	popLastSteer(): AgentMessage | undefined {
		return this.#steering.popLast();
	}

	popLastFollowUp(): AgentMessage | undefined {
		return this.#followUps.popLast();
	}

	/** Removes and returns the queued messages that match. */
	removeQueued(matches: (message: AgentMessage) => boolean): AgentMessage[] {
		return [...this.#steering.remove(matches), ...this.#followUps.remove(matches)];
	}

	/** The delivery modes of the queues. */
	get queues(): { steeringMode: QueueMode; followUpMode: QueueMode; interruptMode: "immediate" | "wait" } {
		return {
			steeringMode: this.#steering.mode,
			followUpMode: this.#followUps.mode,
			interruptMode: this.#interruptMode,
		};
	}

	replaceQueues(steering: readonly AgentMessage[], followUps: readonly AgentMessage[]): void {
		this.#steering.replace(steering);
		this.#followUps.replace(followUps);
	}

	clearAllQueues(): void {
		this.#steering.clear();
		this.#followUps.clear();
	}

	setSteeringMode(mode: QueueMode): void {
		this.#steering.mode = mode;
	}

	setFollowUpMode(mode: QueueMode): void {
		this.#followUps.mode = mode;
	}

	setInterruptMode(mode: "immediate" | "wait"): void {
		this.#interruptMode = mode;
	}

	setModel(model: Model | undefined): void {
		this.#state.model = model;
	}

	setTools(tools: readonly AgentTool[]): void {
		this.#state.tools = tools;
	}

	setSystemPrompt(systemPrompt: readonly string[]): void {
		this.#state.systemPrompt = systemPrompt;
	}

	replaceMessages(messages: readonly AgentMessage[]): void {
		this.#state.messages = [...messages];
	}

	appendMessage(message: AgentMessage): void {
		this.#state.messages.push(message);
	}

	/** The context of a request that would send these messages next; byte-identical to the run's own request. */
	contextWith(messages: readonly AgentMessage[], signal: AbortSignal): Promise<Context> {
		const state = { ...this.#state, messages: [...this.#state.messages, ...messages] };
		return requestContext(state, this.#options, signal);
	}

	/** Runs a call that code makes during a run, with hooks and approval; the model's messages do not show it. */
	callTool(call: ToolCall, options: OwnCallOptions): Promise<ToolOutput> {
		const copy = { ...call };
		if (this.#options.routeCall) routeCall(copy, this.#options.routeCall);
		return runOwnCall(copy, this.#state, this.#ports(), options);
	}

	/** Aborts the stream and the tools; resolves when the run has ended. */
	async abort(reason?: string): Promise<void> {
		const run = this.#run;
		if (!run) return;
		run.controller.abort(reason ?? new DOMException("Interrupted by user", "AbortError"));
		await run.done.catch(() => {});
	}

	async waitForIdle(): Promise<void> {
		while (this.#run) await this.#run.done.catch(() => {});
	}

	#userMessage(text: string, images: readonly ImageContent[]): UserMessage {
		return {
			role: "user",
			content: [{ type: "text", text }, ...images],
			attribution: "user",
			timestamp: this.#options.now(),
		};
	}

	#start(prompts: readonly AgentMessage[]): Promise<AgentMessage[]> {
		const controller = new AbortController();
		const done = runLoop(prompts, this.#state, this.#ports(), controller.signal).finally(() => {
			this.#run = undefined;
		});
		this.#run = { controller, done };
		return done;
	}

	#ports(): LoopPorts {
		return {
			...this.#options,
			emit: (event) => this.#emit(event),
			takeSteering: () => this.#steering.take(),
			hasSteering: () => this.#steering.size > 0,
			steeringCause: () => this.#steeringCause(),
			takeFollowUps: () => this.#followUps.take(),
			takeAsides: () => this.takeAsides(),
			interruptMode: () => this.#interruptMode,
		};
	}

	/**
	 * Delivers events one at a time: each waits until the previous one was handled, also when tools run concurrently.
	 */
	#emit(event: AgentEvent): Promise<void> {
		this.#delivery = this.#delivery.then(() => this.#deliver(event));
		return this.#delivery;
	}

	async #deliver(event: AgentEvent): Promise<void> {
		for (const listener of this.#listeners) {
			try {
				const handled = listener(event);
				if (handled) await handled;
			} catch (error) {
				this.#options.onListenerError?.(error);
			}
		}
	}
}

function whenAborted(signal: AbortSignal): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	if (signal.aborted) resolve();
	else signal.addEventListener("abort", () => resolve(), { once: true });
	return promise;
}
