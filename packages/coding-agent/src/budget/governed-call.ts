import { ProviderError } from "@oh-my-pi/pi-ai/errors/provider-error";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import {
	admit,
	admitOrWait,
	type CappedAccount,
	type CapReached,
	cappedAccounts,
	type Demand,
	runKey,
	turnKey,
} from "./admission.ts";
import { reachedText } from "./budget-text.ts";
import type { Caps } from "./caps.ts";
import type { Hold, Ledger } from "./ledger.ts";
import { nanosPerToken, type Prices } from "./prices.ts";
import type { SpendOutcome } from "./spend-row.ts";
import type { GovernedRequest } from "./usage-meter.ts";
import {
	type CountedPrompt,
	promptTokensAtMost,
	type RequestSize,
	repliedTokensAtMost,
	tierFactor,
} from "./worst-case.ts";

interface CallPorts {
	readonly ledger: Ledger;
	readonly prices: Prices;
	readonly runId: string;
	caps(): Caps | undefined;
	now(): number;
	/** Waits until a request may have ended. */
	release(signal: AbortSignal | undefined): Promise<void>;
	onRelease(): void;
}

/** One request through its attempts; each of them is reserved. */
export class GovernedCall {
	/** The model as it is asked: with a lower limit where the caps leave less. */
	model: Model;
	/** The cap that lowered the limit. */
	lowered: CapReached | undefined;
	readonly #request: GovernedRequest;
	readonly #ports: CallPorts;
	readonly #startedAt: number;
	#demand: Demand | undefined;
	#accounts: readonly CappedAccount[] = [];
	#hold: Hold | undefined;
	#leftMs = Number.POSITIVE_INFINITY;
	#maxOutput = 0;
	#attempts = 0;
	#hasResponse = false;

	constructor(request: GovernedRequest, ports: CallPorts) {
		this.#request = request;
		this.#ports = ports;
		this.model = request.model;
		this.#startedAt = ports.now();
	}

	async reserve(size: RequestSize, counted: CountedPrompt | undefined): Promise<CapReached | undefined> {
		const { model, options } = this.#request;
		const cost = nanosPerToken(await this.#ports.prices.of(model), tierFactor(model, options));
		this.#demand = {
			promptTokens: promptTokensAtMost(size, counted),
			maxOutput: longestAnswer(model, options),
			canLower: model.omitMaxOutputTokens !== true,
			inputNanos: cost.input,
			outputNanos: cost.output,
		};
		return this.#take(this.#demand);
	}

	/** The options of the request: attempts are counted, and time that runs out ends it. */
	limits(requested: StreamOptions) {
		const timeUp = new AbortController();
		const timer = Number.isFinite(this.#leftMs)
			? setTimeout(() => timeUp.abort("Budget reached"), Math.min(this.#leftMs, 2 ** 31 - 1))
			: undefined;
		const isLowered = this.model !== this.#request.model;
		const maxTokens = Math.min(requested.maxTokens ?? Number.POSITIVE_INFINITY, this.model.maxTokens);
		const options: StreamOptions = {
			...requested,
			...(isLowered && { maxTokens }),
			...(timer && { signal: AbortSignal.any([...(requested.signal ? [requested.signal] : []), timeUp.signal]) }),
			onPayload: async (body) => {
				await this.#nextAttempt();
				return requested.onPayload?.(body);
			},
			onResponse: (response) => {
				this.#hasResponse = true;
				return requested.onResponse?.(response);
			},
		};
		return {
			options,
			get isTimeUp() {
				return timeUp.signal.aborted && !requested.signal?.aborted;
			},
			[Symbol.dispose]: () => clearTimeout(timer),
		};
	}

	/** Pays for the last attempt. */
	async settle(reply: AssistantMessage): Promise<void> {
		const { usage, stopReason } = reply;
		const isFailure = stopReason === "error" || stopReason === "aborted";
		const { input, output, cacheRead, cacheWrite } = usage;
		const prompt = input + cacheRead + cacheWrite;
		if (!isFailure && prompt + output > 0) {
			const nanos = await this.#ports.prices.computeNanos(this.#request.model, usage);
			return this.#pay("exact", { input, output, cacheRead, cacheWrite, nanos });
		}
		const isSent = this.#attempts > 0 || prompt + output > 0 || reply.content.length > 0 || !isFailure;
		if (!isSent) return this.#pay("failed", { requests: 0 });
		const isBilled =
			!isFailure || this.#hasResponse || stopReason === "aborted" || reply.content.length > 0 || prompt > 0;
		if (!isBilled) return this.#pay("failed", {});
		const elapsed = this.#ports.now() - this.#startedAt;
		this.#payEstimate({ prompt, output: repliedTokensAtMost(reply, this.#request.model, elapsed) });
	}

	/** The stream ended without a result. */
	abandon(): void {
		if (this.#hold) this.#payEstimate({ prompt: 0, output: this.model.maxTokens });
	}

	/** The cap that cut the reply short, if one did. */
	whenCut({ stopReason }: AssistantMessage): CapReached | undefined {
		if (stopReason !== "length" || !this.lowered || !this.#demand) return undefined;
		const states = new Map(this.#accounts.map(({ key }) => [key, this.#ports.ledger.stateOf(key)]));
		// Only other requests were in the way, and they have ended.
		if (!("refusal" in admit(this.#accounts, states, { ...this.#demand, canLower: false }))) return undefined;
		return { ...this.lowered, state: states.get(this.lowered.key) ?? this.lowered.state };
	}

	whenTimeIsUp(): CapReached | undefined {
		const states = new Map(this.#accounts.map(({ key }) => [key, this.#ports.ledger.stateOf(key)]));
		const timed = this.#accounts.filter(({ caps }) => caps.minutes);
		const [nearest] = timed.toSorted((a, b) => leftOf(a) - leftOf(b));
		if (!nearest) return undefined;
		const state = states.get(nearest.key);
		if (!state) return undefined;
		const workedMs = Math.max(state.ms + nearest.clock.uncountedMs, (nearest.caps.minutes ?? 0) * 60_000);
		const { key, scope, caps } = nearest;
		return { key, scope, unit: "minutes", cap: caps.minutes ?? 0, state, workedMs, needsNanos: 0, needsTokens: 0 };

		function leftOf({ key, caps: { minutes = 0 }, clock }: CappedAccount): number {
			return minutes * 60_000 - (states.get(key)?.ms ?? 0) - clock.uncountedMs;
		}
	}

	/** A second attempt: the first has failed, and the next is a request of its own. */
	async #nextAttempt(): Promise<void> {
		this.#attempts++;
		if (this.#attempts === 1 || !this.#demand) return;
		if (this.#hasResponse) this.#payEstimate({ prompt: 0, output: 0 });
		else this.#pay("failed", {});
		this.#hasResponse = false;
		const refusal = await this.#take({ ...this.#demand, maxOutput: this.#maxOutput, canLower: false });
		if (refusal) throw new ProviderError("budget", reachedText(refusal));
	}

	/** Reserves, and waits while other requests hold what is needed. */
	async #take(demand: Demand): Promise<CapReached | undefined> {
		const { signal } = this.#request.options;
		for (;;) {
			const outcome = this.#tryToTake(demand);
			if (outcome !== "wait") return outcome;
			await this.#ports.release(signal);
		}
	}

	#tryToTake(demand: Demand): CapReached | "wait" | undefined {
		const { meter, source, model } = this.#request;
		const { ledger, runId, caps, now } = this.#ports;
		this.#accounts = cappedAccounts(meter, caps() ?? {}, runId, now());
		const outcome = ledger.reserve<CapReached | "wait">(
			this.#accounts.map(({ key }) => key),
			(states) => {
				const answer = admitOrWait(this.#accounts, states, demand);
				if (answer === "wait") return { refusal: answer };
				if ("refusal" in answer) return answer;
				this.#leftMs = answer.leftMs;
				this.#maxOutput = answer.maxOutput;
				if (answer.maxOutput < demand.maxOutput) {
					const full = admit(this.#accounts, states, { ...demand, canLower: false });
					this.lowered = "refusal" in full ? full.refusal : undefined;
					this.model = { ...model, maxTokens: answer.maxOutput };
				}
				const nanos = Math.ceil(demand.inputNanos * demand.promptTokens + demand.outputNanos * answer.maxOutput);
				const tokens = { input: demand.promptTokens, output: answer.maxOutput };
				const facts = { provider: model.provider, model: model.id, ...tokens, nanos, requests: 1 };
				const row = meter.row({ source, outcome: "estimated", ...facts });
				return { row, extra: [runKey(runId), turnKey(meter.turn)] };
			},
		);
		if ("refusal" in outcome) return outcome.refusal;
		this.#hold = outcome;
		return undefined;
	}

	/** What may have been billed, and never more than was reserved. */
	#payEstimate(seen: { readonly prompt: number; readonly output: number }): void {
		const held = this.#hold?.row;
		if (!held || !this.#demand) return;
		const input = seen.prompt > 0 ? Math.min(seen.prompt, held.input) : held.input;
		const output = Math.min(seen.output, held.output);
		const nanos = Math.ceil(this.#demand.inputNanos * input + this.#demand.outputNanos * output);
		this.#pay("estimated", { input, output, nanos: Math.min(nanos, held.nanos) });
	}

	#pay(
		outcome: SpendOutcome,
		paid: Partial<Pick<Hold["row"], "input" | "output" | "cacheRead" | "cacheWrite" | "nanos" | "requests">>,
	): void {
		const hold = this.#hold;
		if (!hold) return;
		this.#hold = undefined;
		const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, nanos: 0 };
		const { meter } = this.#request;
		this.#ports.ledger.settle(hold, { ...hold.row, ...nothing, ...paid, outcome, ms: meter.takeTime() });
		this.#ports.onRelease();
	}
}

/** Thinking has room of its own beside the limit of the caller, up to that of the model. */
function longestAnswer(model: Model, { maxTokens, reasoning }: StreamOptions): number {
	const isRaised = model.reasoning && reasoning !== undefined;
	return isRaised || maxTokens === undefined ? model.maxTokens : Math.min(maxTokens, model.maxTokens);
}
