import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ToolCall, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream";
import type { CompactionEntry } from "@oh-my-pi/pi-session/entry";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import type { UserCommandResult } from "@oh-my-pi/pi-tools/bash/user-command";
import type { CompactionAddition, OfferedCompaction, Preparation } from "../event/compaction-result.ts";
import type { ConversationEvent } from "../event/event.ts";
import type { SessionAfterEvent, SessionBeforeEvent, SessionVerdict } from "../event/session-event.ts";
import type { FinishedRun } from "./finished-run.ts";
import {
	type GivenInput,
	type GivenRun,
	type Hook,
	hookOrder,
	type PreparedToolCall,
	type Refusal,
	type StartingPrompt,
} from "./hook.ts";

/** A hook that threw or exceeded its deadline. */
export interface HookFailure {
	readonly hook: string;
	readonly point: string;
	readonly error: unknown;
}

type CallVerdict = Refusal | { readonly arguments: Record<string, unknown> };

type Point = Exclude<keyof Hook, "name" | "order" | "deadlineMs" | "refusesPrompts">;

/** The hooks of a conversation in their order. Hooks may come and go at any time. */
export class HookList {
	/** Copy on write: a loop over it is not affected by changes. */
	#hooks: readonly Hook[] = [];
	/** Those that listen to events, of which every piece of a reply is one. */
	#listening: readonly Hook[] = [];
	readonly #report: (failure: HookFailure) => void;

	constructor(report: (failure: HookFailure) => void) {
		this.#report = report;
	}

	/** Returns a function that removes the hook; the hook is not disposed by it. */
	add(hook: Hook): () => void {
		const after = this.#hooks.findLastIndex((other) => orderOf(other) <= orderOf(hook));
		this.#use(this.#hooks.toSpliced(after + 1, 0, hook));
		return () => this.#use(this.#hooks.filter((other) => other !== hook));
	}

	#use(hooks: readonly Hook[]): void {
		this.#hooks = hooks;
		this.#listening = hooks.filter((hook) => hook.onEvent !== undefined);
	}

	get names(): readonly string[] {
		return this.#hooks.map(({ name }) => name);
	}

	/** `undefined` when a hook dealt with it. */
	async onInput(input: GivenInput): Promise<GivenInput | undefined> {
		let current = input;
		for (const hook of this.#hooks) {
			if (!hook.onInput) continue;
			const answer = await this.#guarded(hook, "onInput", () => hook.onInput?.(current));
			if (answer === "handled") return undefined;
			current = answer ?? current;
		}
		return current;
	}

	async beforePrompt(prompt: StartingPrompt): Promise<SessionMessage[]> {
		const ahead: SessionMessage[] = [];
		for (const hook of this.#hooks) {
			if (!hook.beforePrompt) continue;
			const call = () => hook.beforePrompt?.(prompt);
			const messages = hook.refusesPrompts
				? await limited(hook, call)
				: await this.#guarded(hook, "beforePrompt", call);
			if (messages) ahead.push(...messages);
		}
		return ahead;
	}

	async followPrompt(prompt: StartingPrompt): Promise<SessionMessage[]> {
		const behind: SessionMessage[] = [];
		await this.#each("followPrompt", async (hook) => {
			behind.push(...((await hook.followPrompt?.(prompt)) ?? []));
		});
		return behind;
	}

	/** Synchronously `undefined` when there are no attachments. */
	attachments(text: string): Promise<readonly SessionMessage[]> | undefined {
		const coming = this.#hooks.flatMap((hook) => {
			const found = this.#sync(hook, "attachments", () => hook.attachments?.(text));
			return found ? [this.#guarded(hook, "attachments", () => found)] : [];
		});
		if (coming.length === 0) return undefined;
		return Promise.all(coming).then((lists) => lists.flatMap((list) => list ?? []));
	}

	beforeRequest(signal: AbortSignal): Promise<void> {
		return this.#each("beforeRequest", (hook) => hook.beforeRequest?.(signal));
	}

	async transformContext(messages: readonly AgentMessage[], signal: AbortSignal): Promise<readonly AgentMessage[]> {
		let current = messages;
		await this.#each("transformContext", async (hook) => {
			current = (await hook.transformContext?.(current, signal)) ?? current;
		});
		return current;
	}

	wrapStream(stream: StreamFn): StreamFn {
		return this.#hooks.reduce(
			(inner, hook) => this.#sync(hook, "wrapStream", () => hook.wrapStream?.(inner)) ?? inner,
			stream,
		);
	}

	reviewToolCall(call: ToolCall, signal: AbortSignal): Promise<CallVerdict | undefined> {
		return this.#callVerdict("reviewToolCall", call, signal);
	}

	beforeToolCall(call: ToolCall, signal: AbortSignal = new AbortController().signal): Promise<CallVerdict | undefined> {
		return this.#callVerdict("beforeToolCall", call, signal);
	}

	async #callVerdict(
		point: "reviewToolCall" | "beforeToolCall",
		call: ToolCall,
		signal: AbortSignal,
	): Promise<CallVerdict | undefined> {
		let revised: CallVerdict | undefined;
		for (const hook of this.#hooks) {
			if (!hook[point]) continue;
			const verdict = await this.#closed(hook, point, () => hook[point]?.(call, signal));
			if (verdict && "refuse" in verdict) return verdict;
			revised = verdict ?? revised;
		}
		return revised;
	}

	async takeUserRun(run: GivenRun): Promise<UserCommandResult | undefined> {
		for (const hook of this.#hooks) {
			if (!hook.takeUserRun) continue;
			const result = await this.#guarded(hook, "takeUserRun", () => hook.takeUserRun?.(run));
			if (result) return result;
		}
		return undefined;
	}

	async approveToolCall(request: PreparedToolCall): Promise<Refusal | undefined> {
		for (const hook of this.#hooks) {
			if (!hook.approveToolCall) continue;
			const refusal = await this.#closed(hook, "approveToolCall", () => hook.approveToolCall?.(request));
			if (refusal) return refusal;
		}
		return undefined;
	}

	async afterToolCall(call: ToolCall, output: ToolOutput): Promise<ToolOutput> {
		let current = output;
		await this.#each("afterToolCall", async (hook) => {
			current = (await hook.afterToolCall?.(call, current)) ?? current;
		});
		return current;
	}

	afterTurn(results: readonly ToolResultMessage[]): Promise<void> {
		return this.#each("afterTurn", (hook) => hook.afterTurn?.(results));
	}

	/** True when a hook continues the run. */
	async settle(finishedRun: () => FinishedRun): Promise<boolean> {
		for (const hook of this.#hooks) {
			if (!hook.settle) continue;
			if ((await this.#guarded(hook, "settle", () => hook.settle?.(finishedRun()))) === "continue") return true;
		}
		return false;
	}

	/** Called for every stream event, so it is synchronous unless a hook returns a promise. */
	onEvent(event: ConversationEvent): Promise<void> | undefined {
		let waiting: Promise<unknown> | undefined;
		for (const hook of this.#listening) {
			if (!hook.onEvent) continue;
			if (waiting) {
				waiting = waiting.then(() => this.#guarded(hook, "onEvent", () => hook.onEvent?.(event)));
				continue;
			}
			try {
				const result = hook.onEvent(event);
				if (result) waiting = this.#guarded(hook, "onEvent", () => result);
			} catch (error) {
				this.#report({ hook: hook.name, point: "onEvent", error });
			}
		}
		return waiting?.then(() => {});
	}

	onIdle(): void {
		for (const hook of this.#hooks) this.#sync(hook, "onIdle", () => hook.onIdle?.());
	}

	onBusy(): void {
		for (const hook of this.#hooks) this.#sync(hook, "onBusy", () => hook.onBusy?.());
	}

	async beforeSessionChange(event: SessionBeforeEvent): Promise<SessionVerdict> {
		return (await this.#lastVerdict("beforeSessionChange", (hook) => hook.beforeSessionChange?.(event))) ?? {};
	}

	afterSessionChange(event: SessionAfterEvent): Promise<void> {
		return this.#each("afterSessionChange", (hook) => hook.afterSessionChange?.(event));
	}

	onHistoryReplaced(messages: readonly AgentMessage[], cause: "session" | "rewind"): void {
		for (const hook of this.#hooks) {
			this.#sync(hook, "onHistoryReplaced", () => hook.onHistoryReplaced?.(messages, cause));
		}
	}

	beforeCompaction(
		preparation: Preparation,
		options: { readonly focus?: string; readonly signal: AbortSignal },
	): Promise<{ readonly cancel?: boolean; readonly compaction?: OfferedCompaction } | undefined> {
		return this.#lastVerdict("beforeCompaction", (hook) => hook.beforeCompaction?.(preparation, options));
	}

	async duringCompaction(preparation: Preparation): Promise<CompactionAddition | undefined> {
		let last: CompactionAddition | undefined;
		await this.#each("duringCompaction", async (hook) => {
			last = (await hook.duringCompaction?.(preparation)) ?? last;
		});
		return last;
	}

	afterCompaction(entry: CompactionEntry, options: { readonly fromExtension: boolean }): Promise<void> {
		return this.#each("afterCompaction", (hook) => hook.afterCompaction?.(entry, options));
	}

	async dispose(): Promise<void> {
		await this.#each("dispose", (hook) => hook.dispose?.());
		this.#use([]);
	}

	async #lastVerdict<Verdict extends { readonly cancel?: boolean }>(
		point: Point,
		ask: (hook: Hook) => Verdict | undefined | Promise<Verdict | undefined>,
	): Promise<Verdict | undefined> {
		let last: Verdict | undefined;
		for (const hook of this.#hooks) {
			if (!hook[point]) continue;
			last = (await this.#guarded(hook, point, () => ask(hook))) ?? last;
			if (last?.cancel) break;
		}
		return last;
	}

	async #each(point: Point, call: (hook: Hook) => unknown): Promise<void> {
		for (const hook of this.#hooks) if (hook[point]) await this.#guarded(hook, point, () => call(hook));
	}

	/** `undefined` when the hook fails. */
	async #guarded<Result>(
		hook: Hook,
		point: Point,
		call: () => Result | Promise<Result>,
	): Promise<Awaited<Result> | undefined> {
		try {
			return await limited(hook, call);
		} catch (error) {
			this.#report({ hook: hook.name, point, error });
			return undefined;
		}
	}

	#sync<Result>(hook: Hook, point: Point, call: () => Result): Result | undefined {
		try {
			return call();
		} catch (error) {
			this.#report({ hook: hook.name, point, error });
			return undefined;
		}
	}

	/** Fails closed: an error refuses the call. An abort rejects. */
	async #closed<Result>(
		hook: Hook,
		point: Point,
		call: () => Result | Promise<Result>,
	): Promise<Awaited<Result> | Refusal> {
		try {
			return await limited(hook, call);
		} catch (error) {
			if (isToolAbort(error)) throw error;
			this.#report({ hook: hook.name, point, error });
			return { refuse: `${hook.name} failed: ${error instanceof Error ? error.message : String(error)}` };
		}
	}
}

function orderOf(hook: Hook): number {
	return hook.order ?? hookOrder.guest;
}

function isToolAbort(error: unknown): boolean {
	return error instanceof Error && (error.name === "ToolAbortError" || error.name === "AbortError");
}

async function limited<Result>(hook: Hook, call: () => Result | Promise<Result>): Promise<Awaited<Result>> {
	const { deadlineMs } = hook;
	if (deadlineMs === undefined) return await call();
	const { promise, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs);
	try {
		return await Promise.race([call(), promise]);
	} finally {
		clearTimeout(timer);
	}
}
