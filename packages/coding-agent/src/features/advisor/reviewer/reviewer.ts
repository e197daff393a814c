import type { Agent } from "@oh-my-pi/pi-agent-core/agent/agent";
import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { AdvicePort, Severity } from "@oh-my-pi/pi-tools/services/agent-service";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { lastReply } from "../../../conversation/history/last-reply.ts";
import { Backlog } from "../delta/backlog.ts";
import { contextTokens, type FitPorts, fitContext, noteMessage } from "./fit-context.ts";
import { judgeReply, type ReviewOutcome } from "./review-outcome.ts";
import type { ReviewerLog } from "./reviewer-log.ts";
import type { Spend, SpendCount } from "./spend-count.ts";

/** Makes the agent of a reviewer, with what watches over it. */
export type MakeAgent = (watch: {
	readonly advice: AdvicePort;
	readonly onRequest: () => void;
	readonly onUnknownTool: (name: string) => void;
}) => Agent;

export interface ReviewerPorts extends Omit<FitPorts, "signal"> {
	readonly name?: string | undefined;
	/** The model it starts with. */
	readonly model: Model;
	readonly makeAgent: MakeAgent;
	readonly log: ReviewerLog;
	/** Outlives the reviewer. */
	readonly spend: SpendCount;
	/** Gives whether the note was new. */
	readonly deliver: (note: string, severity: Severity) => boolean;
	readonly warn: (text: string) => void;
	/** Something is different now: for a screen, and for whoever waits. */
	readonly onChange: () => void;
}

export type ReviewerState = "ready" | "paused" | "off";

/** What happened while one update was reviewed. */
interface Watch {
	/** Of the current attempt. */
	requests: number;
	/** Of all attempts. */
	notes: number;
	unknownTool: boolean;
}

const limits = { tries: 3, requests: 8, attemptMs: 5 * 60_000, backlogCharacters: 60_000, retryMs: 1000 };

/** One advisor at work: reviews updates one after the other and lets nothing out but notes. Never throws. */
export class Reviewer {
	readonly name: string | undefined;
	readonly #ports: ReviewerPorts;
	readonly #backlog = new Backlog(limits.backlogCharacters);
	#agent: Agent | undefined;
	#work: Promise<void> | undefined;
	#stop = new AbortController();
	#state: ReviewerState = "ready";
	#reason = "";
	#pausedUntil = 0;
	/** Why the update before this one was given up, while nobody was told. */
	#skipped: string | undefined;
	#lastEventAt = 0;
	#watch: Watch = { requests: 0, notes: 0, unknownTool: false };

	constructor(ports: ReviewerPorts) {
		this.name = ports.name;
		this.#ports = ports;
	}

	get state(): ReviewerState {
		return this.#state;
	}

	/** Why it is paused or off. */
	get reason(): string {
		return this.#reason;
	}

	get spend(): Spend {
		return this.#ports.spend.of(this.name);
	}

	get model(): Model {
		return this.#agent?.state.model ?? this.#ports.model;
	}

	get contextTokens(): number {
		return this.#agent ? contextTokens(this.#agent) : 0;
	}

	/** Its own conversation, for people. */
	get transcript(): Agent["state"] | undefined {
		return this.#agent?.state;
	}

	get isWorking(): boolean {
		return this.#work !== undefined;
	}

	/** Why it could not review the last update; the next one decides whether it goes on. */
	get skipped(): string | undefined {
		return this.#skipped;
	}

	/** Updates that wait or are being reviewed; none while it does not work. */
	get unreviewed(): number {
		return this.isWorking ? this.#backlog.unreviewed : 0;
	}

	/** When its model last sent something. */
	get lastEventAt(): number {
		return this.#lastEventAt;
	}

	add(update: string): void {
		if (this.#state === "off") return;
		this.#backlog.add(update);
		if (this.#state === "paused" && this.#ports.now() < this.#pausedUntil) return;
		this.#state = "ready";
		this.#begin();
	}

	/** Forgets everything but what it has cost; the next update starts a new transcript. */
	reset(): void {
		this.#abandon();
		this.#agent = undefined;
		this.#state = "ready";
		this.saySkipped();
		this.#ports.onChange();
	}

	/** Gives up what it is doing now. */
	skip(): void {
		this.#abandon();
		this.#ports.onChange();
	}

	async dispose(): Promise<void> {
		this.#abandon();
		await this.#work;
		await this.#ports.log.close();
	}

	#abandon(): void {
		this.#stop.abort();
		this.#stop = new AbortController();
		this.#backlog.clear();
		void this.#agent?.abort();
	}

	#begin(): void {
		if (this.#work) return;
		this.#work = this.#reviewAll()
			.catch((error: unknown) => this.#switchOff(errorMessage(error)))
			.finally(() => {
				this.#work = undefined;
				this.#ports.onChange();
				if (!this.#backlog.isEmpty && this.#state === "ready") this.#begin();
			});
		this.#ports.onChange();
	}

	async #reviewAll(): Promise<void> {
		while (!this.#backlog.isEmpty && this.#state === "ready") {
			const { signal } = this.#stop;
			const update = this.#backlog.take();
			await this.#reviewUpdate(update, signal);
			if (!signal.aborted) this.#backlog.reviewed();
			await this.#ports.log.flush();
			this.#ports.onChange();
		}
	}

	async #reviewUpdate(update: string, signal: AbortSignal): Promise<void> {
		this.#watch = { requests: 0, notes: 0, unknownTool: false };
		for (let attempt = 1; !signal.aborted; attempt++) {
			const outcome = await this.#attempt(update, signal);
			switch (outcome.kind) {
				case "done":
					return this.saySkipped();
				case "discarded":
				case "stopped":
					return;
				case "exhausted":
					return this.#pause(update, outcome.reason, outcome.waitMs);
				case "failed":
					if (!outcome.mayRetry) return this.#switchOff(outcome.reason);
					if (attempt >= limits.tries || this.#watch.requests > limits.requests) return this.#giveUp(outcome.reason);
					await sleep(limits.retryMs * attempt, { signal }).catch(() => {});
			}
		}
	}

	/** Leaves the advisor's messages as they were, unless the review went well. */
	async #attempt(update: string, signal: AbortSignal): Promise<ReviewOutcome> {
		const agent = this.#openAgent();
		this.#watch.requests = 0;
		if (signal.aborted) return { kind: "stopped" };
		const text = await fitContext(agent, update, { ...this.#ports, signal });
		if (signal.aborted) return { kind: "stopped" };
		const before = [...agent.state.messages];
		const timer = setTimeout(
			() => void agent.abort(`no end after ${limits.attemptMs / 60_000} minutes`),
			limits.attemptMs,
		);
		await agent.prompt(noteMessage(text, this.#ports.now())).finally(() => clearTimeout(timer));
		if (signal.aborted) return { kind: "stopped" };
		const { messages } = agent.state;
		const outcome: ReviewOutcome = this.#watch.unknownTool
			? { kind: "discarded" }
			: judgeReply(lastReply(messages), messages);
		if (outcome.kind !== "done") agent.replaceMessages(before);
		return outcome;
	}

	#openAgent(): Agent {
		if (this.#agent) return this.#agent;
		const agent: Agent = this.#ports.makeAgent({
			advice: { submit: (note, severity) => this.#submit(note, severity) },
			onRequest: () => {
				this.#watch.requests++;
				if (this.#watch.requests > limits.requests)
					void agent.abort(`more than ${limits.requests} requests for one update`);
			},
			onUnknownTool: (name) => {
				this.#watch.unknownTool = true;
				void agent.abort(`there is no tool ${name}`);
			},
		});
		agent.subscribe((event) => this.#observe(event));
		this.#agent = agent;
		return agent;
	}

	#submit(note: string, severity: Severity): ReturnType<AdvicePort["submit"]> {
		if (this.#watch.notes > 0) return { text: "Not delivered: one note per update.", isDelivered: false };
		this.#watch.notes++;
		return this.#ports.deliver(note, severity)
			? { text: "Delivered.", isDelivered: true }
			: { text: "Not delivered: it says nothing new.", isDelivered: false };
	}

	#observe(event: AgentEvent): void {
		if (event.type === "message_update" || event.type === "tool_execution_end") this.#lastEventAt = this.#ports.now();
		if (event.type !== "message_end") return;
		this.#record(event.message);
		if (event.message.role !== "assistant" || !("usage" in event.message)) return;
		const { input, output, cost } = event.message.usage;
		this.#ports.spend.add(this.name, { input, output, cost: cost.total });
		this.#ports.onChange();
	}

	#record(message: AgentMessage): void {
		this.#ports.log.append(message);
	}

	#pause(update: string, reason: string, waitMs: number): void {
		this.#state = "paused";
		this.#reason = reason;
		this.#pausedUntil = this.#ports.now() + waitMs;
		this.#backlog.add(update);
		this.#ports.warn(`${this.title} is paused for ${Math.ceil(waitMs / 60_000)} min: ${reason}`);
	}

	/** One line for an advisor that is broken: whether it is shows with the next update. */
	#giveUp(reason: string): void {
		if (this.#skipped !== undefined) {
			this.#switchOff(reason);
			return;
		}
		this.#backlog.clear();
		this.#skipped = reason;
	}

	/** Tells about an update that was not reviewed, once nothing worse has come of it. */
	saySkipped(): void {
		if (this.#skipped !== undefined)
			this.#ports.warn(`${this.title} could not review, and skipped what was waiting: ${this.#skipped}`);
		this.#skipped = undefined;
	}

	#switchOff(reason: string): void {
		this.#state = "off";
		this.#skipped = undefined;
		this.#reason = reason;
		this.#backlog.clear();
		this.#ports.warn(`${this.title} is switched off: ${reason}. /advisor on starts it again.`);
	}

	/** How messages to the user name it. */
	get title(): string {
		const model = selectorOf(this.model);
		return this.name === undefined ? `The advisor (${model})` : `The advisor ${this.name} (${model})`;
	}
}
