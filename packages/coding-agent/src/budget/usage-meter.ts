import type { AssistantMessage, Context, Usage } from "@oh-my-pi/pi-ai/message";
import type { Model, ModelCost } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import type { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import type { Hook } from "../conversation/hooks/hook.ts";
import type { Caps } from "./caps.ts";
import type { SpendOutcome, SpendRow, SpendSource } from "./spend-row.ts";

/** A request of a conversation before it is sent. */
export interface GovernedRequest {
	readonly meter: UsageMeter;
	readonly source: SpendSource;
	readonly inner: StreamFn;
	readonly model: Model;
	readonly context: Context;
	readonly options: StreamOptions;
}

/** The budget of the process, as usage meters see it. */
export interface UsageMeterPorts {
	readonly caps: Caps | undefined;
	now(): number;
	newId(): string;
	record(row: SpendRow): void;
	governed(request: GovernedRequest): AssistantMessageEventStream;
	substituteNanos(model: Model, usage: Usage): Promise<number>;
	forget(id: string): void;
}

/** The conversation that a meter counts for. */
export interface UsageMeterOwner {
	readonly id: string;
	/** The parent, for a sub-agent. */
	readonly parent?: UsageMeter | undefined;
	readonly session: () => string;
	readonly project: () => string;
}

/** Counts what a conversation uses: all its requests go through `stream`, its working time through `hook`. */
export class UsageMeter {
	readonly #budget: UsageMeterPorts;
	readonly parent: UsageMeter | undefined;
	readonly hook: Hook;
	readonly #place: UsageMeterOwner;
	#turn = "";
	#countedUntil: number | undefined;
	#failed: { readonly source: SpendSource; readonly messages: number } | undefined;

	constructor(budget: UsageMeterPorts, place: UsageMeterOwner) {
		this.#budget = budget;
		this.parent = place.parent;
		this.#place = place;
		this.hook = {
			name: "budget",
			onBusy: () => this.#begin(),
			onIdle: () => this.#end(),
			dispose: () => this.#leave(),
		};
	}

	get root(): UsageMeter {
		return this.parent?.root ?? this;
	}

	/** The current prompt of the main conversation, or its last. */
	get turn(): string {
		return this.root.#turn;
	}

	/** Sub-agents from the outermost to this one. */
	get agents(): readonly string[] {
		return this.parent ? [...this.parent.agents, this.#place.id] : [];
	}

	get session(): string {
		return this.root.#place.session();
	}

	get project(): string {
		return this.root.#place.project();
	}

	/** Wraps the requests of the conversation: without caps they are only recorded, with caps also admitted. */
	stream(inner: StreamFn): StreamFn {
		return (model, context, options = {}) => {
			const source = this.#detectSource(options, context);
			const isCapped = this.#budget.caps !== undefined;
			const events = isCapped
				? this.#budget.governed({ meter: this, source, inner, model, context, options })
				: this.#recorded(source, inner, model, context, options);
			void events.result().then(
				(reply) => this.#noteEnd(source, context, reply),
				() => {},
			);
			return events;
		};
	}

	/** Working time that no row has yet. */
	takeTime(): number {
		if (this.#countedUntil === undefined) return 0;
		const now = this.#budget.now();
		const ms = Math.max(0, now - this.#countedUntil);
		this.#countedUntil = now;
		return ms;
	}

	/** Working time that no row has yet, left where it is. */
	get uncountedMs(): number {
		return this.#countedUntil === undefined ? 0 : Math.max(0, this.#budget.now() - this.#countedUntil);
	}

	row(
		facts: Pick<SpendRow, "source"> & Partial<SpendRow> & { readonly outcome: SpendOutcome },
	): Omit<SpendRow, "ms"> & { ms: number } {
		const at = this.#budget.now();
		return {
			id: this.#budget.newId(),
			at,
			session: this.session,
			project: this.project,
			agents: this.agents,
			provider: "",
			model: "",
			input: 0,
			output: 0,
			cacheRead: 0,
			cacheWrite: 0,
			nanos: 0,
			requests: 0,
			ms: 0,
			...facts,
		};
	}

	#begin(): void {
		this.#countedUntil = this.#budget.now();
		if (!this.parent) this.#turn = this.#budget.newId();
	}

	#end(): void {
		const ms = this.takeTime();
		this.#countedUntil = undefined;
		// What followed the last request: tools that were stopped, hooks.
		if (ms >= 1000) this.#budget.record({ ...this.row({ source: this.#usual, outcome: "exact" }), ms });
	}

	#leave(): void {
		if (this.#countedUntil !== undefined) this.#end();
		this.#budget.forget(this.#place.id);
	}

	get #usual(): SpendSource {
		return this.parent ? "sub-agent" : "agent";
	}

	#detectSource({ purpose }: StreamOptions, { messages }: Context): SpendSource {
		const source = isSource(purpose) ? purpose : this.#usual;
		const failed = this.#failed;
		return failed?.source === source && failed.messages === messages.length ? "retry" : source;
	}

	/** The same question again, after a failure, is a retry. */
	#noteEnd(source: SpendSource, { messages }: Context, reply: AssistantMessage): void {
		const asked = source === "retry" ? this.#failed?.source : source;
		const isFailed = reply.stopReason === "error";
		this.#failed = isFailed && asked ? { source: asked, messages: messages.length } : undefined;
	}

	#recorded(source: SpendSource, inner: StreamFn, model: Model, context: Context, options: StreamOptions) {
		let attempts = 0;
		const { onPayload } = options;
		const events = inner(model, context, {
			...options,
			onPayload(body) {
				attempts++;
				return onPayload?.(body);
			},
		});
		events
			.result()
			.then((reply) => this.#record(source, model, reply, attempts))
			.catch((error: unknown) => logIgnored("the request is not in the spending ledger", error));
		return events;
	}

	async #record(source: SpendSource, model: Model, reply: AssistantMessage, attempts: number): Promise<void> {
		const { input, output, cacheRead, cacheWrite, totalTokens, cost } = reply.usage;
		const isFailure = reply.stopReason === "error" || reply.stopReason === "aborted";
		// Nothing was sent: no key, or aborted before.
		if (attempts === 0 && isFailure && totalTokens === 0) return;
		const nanos = needsPrice(model) ? await this.#budget.substituteNanos(model, reply.usage) : toNanos(cost.total);
		const outcome = !isFailure ? "exact" : totalTokens > 0 ? "estimated" : "failed";
		const facts = { provider: model.provider, model: model.id, input, output, cacheRead, cacheWrite, nanos };
		const row = this.row({ source, outcome, ...facts, requests: Math.max(1, attempts) });
		this.#budget.record({ ...row, ms: this.takeTime() });
	}
}

const sources: ReadonlySet<string> = new Set([
	"compaction",
	"title",
	"advisor",
	"memory",
	"helper",
] satisfies SpendSource[]);

function isSource(purpose: string | undefined): purpose is SpendSource {
	return purpose !== undefined && sources.has(purpose);
}

export function toNanos(usd: number): number {
	return Math.round(usd * 1e9);
}

/** True for a model whose price the catalog does not know; those of this machine cost nothing. */
export function needsPrice({ cost, baseUrl, api }: Pick<Model, "cost" | "baseUrl" | "api">): boolean {
	// A gateway has priced its answers.
	return isFree(cost) && api !== "offline" && api !== "pi-native" && !isLocal(baseUrl);
}

export function isFree({ input, output }: ModelCost): boolean {
	return input === 0 && output === 0;
}

function isLocal(baseUrl: string): boolean {
	if (!URL.canParse(baseUrl)) return true;
	const { hostname } = new URL(baseUrl);
	return /^(localhost|127\.|0\.0\.0\.0|\[::1\]|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|\.local$|\.internal$/.test(
		hostname,
	);
}
