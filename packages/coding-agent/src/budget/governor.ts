import { errorBits } from "@oh-my-pi/pi-ai/errors/provider-error";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { isTerminal, type TerminalEvent } from "@oh-my-pi/pi-ai/reply/event";
import type { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import { Reply } from "@oh-my-pi/pi-ai/reply/reply";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { CapReached } from "./admission.ts";
import { reachedText } from "./budget-text.ts";
import type { Caps } from "./caps.ts";
import { GovernedCall } from "./governed-call.ts";
import { Ledger } from "./ledger.ts";
import { Prices } from "./prices.ts";
import type { GovernedRequest, UsageMeter } from "./usage-meter.ts";
import { bytesUpTo, type CountedPrompt, measureContext, type RequestSize } from "./worst-case.ts";

const pollMs = 250;

export interface GovernorPorts {
	readonly folder: string;
	readonly runId: string;
	readonly caps: Caps | undefined;
	now(): number;
	onProblem(message: string): void;
}

/** Admits requests: each reserves the most it can cost, and pays what it did cost when it ends. */
export class Governor {
	readonly ledger: Ledger;
	readonly #ports: GovernorPorts;
	readonly #prices: Prices;
	readonly #waiting = new Set<() => void>();
	readonly #counted = new WeakMap<UsageMeter, Map<string, CountedPrompt>>();

	static async open(ports: GovernorPorts, registry: Pick<ModelRegistry, "modelsOf">): Promise<Governor> {
		const onProblem = (message: string) => ports.onProblem(message);
		try {
			return new Governor(await Ledger.open(ports.folder, () => ports.now(), onProblem), ports, registry);
		} catch (error) {
			const reason = errorMessage(error);
			const { caps } = ports;
			if (caps?.day || caps?.project) {
				throw new Error(`The spending ledger in ${ports.folder} cannot be used (${reason}), so no cap can be kept.`);
			}
			onProblem(`The spending ledger in ${ports.folder} cannot be used (${reason}). Caps count this run only.`);
			return new Governor(await Ledger.inMemory(ports.folder, () => ports.now()), ports, registry);
		}
	}

	private constructor(ledger: Ledger, ports: GovernorPorts, registry: Pick<ModelRegistry, "modelsOf">) {
		this.ledger = ledger;
		this.#ports = ports;
		this.#prices = new Prices(registry);
	}

	/** Sends a request if it fits, and passes its events on. The ledger is up to date before the last one. */
	async run(request: GovernedRequest, events: AssistantMessageEventStream): Promise<void> {
		const { model, options } = request;
		const call = new GovernedCall(request, {
			ledger: this.ledger,
			prices: this.#prices,
			runId: this.#ports.runId,
			caps: () => this.#ports.caps,
			now: () => this.#ports.now(),
			release: (signal) => this.#released(signal),
			onRelease: () => this.#announceRelease(),
		});
		const size = measureContext(request.context);
		const counted = this.#countedBy(request.meter);
		const unsent = await this.#reserve(call, size, counted.get(selectorOf(model)), request);
		if (unsent) {
			events.push({ type: "start", partial: unsent.error });
			events.push(unsent);
			return;
		}
		using limits = call.limits(options);
		try {
			for await (const event of request.inner(call.model, request.context, limits.options)) {
				if (!isTerminal(event)) {
					events.push(event);
					continue;
				}
				const reply = event.type === "done" ? event.message : event.error;
				await this.#settle(call, reply);
				if (event.type === "done") noteCount(counted, model, size, reply);
				const cause = limits.isTimeUp ? call.whenTimeIsUp() : call.whenCut(reply);
				events.push(cause ? stopped(reply, cause) : event);
			}
			events.end();
		} finally {
			call.abandon();
		}
	}

	/** The end of a request that was not sent: refused, or aborted while it waited. */
	async #reserve(
		call: GovernedCall,
		size: RequestSize,
		counted: CountedPrompt | undefined,
		{ model, options }: GovernedRequest,
	): Promise<Extract<TerminalEvent, { type: "error" }> | undefined> {
		const reply = new Reply(model, this.#ports.now(), () => {}).message;
		try {
			const refusal = await call.reserve(size, counted);
			return refusal && stopped(reply, refusal);
		} catch (error) {
			if (!options.signal?.aborted) throw error;
			reply.stopReason = "aborted";
			reply.errorMessage = "Request was aborted";
			return { type: "error", reason: "aborted", error: reply };
		}
	}

	/** A disk that is full must not cost the answer too; the reservation then stays. */
	async #settle(call: GovernedCall, reply: AssistantMessage): Promise<void> {
		try {
			await call.settle(reply);
		} catch (error) {
			const reason = errorMessage(error);
			this.#ports.onProblem(`The spending ledger in ${this.#ports.folder} could not be written: ${reason}`);
		}
	}

	/** Requests of this process tell when they end; those of others are looked for. */
	async #released(signal: AbortSignal | undefined): Promise<void> {
		const end = new AbortController();
		const wake = () => end.abort();
		this.#waiting.add(wake);
		try {
			await sleep(pollMs, { signal: signal ? AbortSignal.any([signal, end.signal]) : end.signal });
		} catch {
			signal?.throwIfAborted();
		} finally {
			this.#waiting.delete(wake);
		}
	}

	#announceRelease(): void {
		for (const wake of [...this.#waiting]) wake();
	}

	#countedBy(meter: UsageMeter): Map<string, CountedPrompt> {
		const known = this.#counted.get(meter) ?? new Map<string, CountedPrompt>();
		this.#counted.set(meter, known);
		return known;
	}
}

function noteCount(
	counted: Map<string, CountedPrompt>,
	model: Model,
	size: RequestSize,
	{ usage }: AssistantMessage,
): void {
	const tokens = usage.input + usage.cacheRead + usage.cacheWrite;
	const messages = size.messageBytes.length;
	if (tokens > 0) counted.set(selectorOf(model), { messages, bytes: bytesUpTo(size, messages), tokens });
}

/** Turns a reply into one that ends the run: what was said stays, calls that may be incomplete do not. */
function stopped(reply: AssistantMessage, reached: CapReached): Extract<TerminalEvent, { type: "error" }> {
	reply.stopReason = "error";
	reply.errorMessage = reachedText(reached);
	reply.errorId = errorBits.marker | errorBits.budget;
	reply.stopDetails = { type: "budget", message: `${reached.scope}.${reached.unit} ${reached.cap}` };
	reply.content = reply.content.filter(({ type }) => type !== "toolCall");
	return { type: "error", reason: "error", error: reply };
}
