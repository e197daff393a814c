import { errorBits } from "@oh-my-pi/pi-ai/errors/provider-error";
import type { Usage } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import { Reply } from "@oh-my-pi/pi-ai/reply/reply";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { type Amounts, type Caps, capsInForce } from "./caps.ts";
import type { Governor } from "./governor.ts";
import { appendToInbox, budgetFolder, type SpendRow } from "./spend-row.ts";
import { type GovernedRequest, UsageMeter, type UsageMeterOwner, type UsageMeterPorts } from "./usage-meter.ts";

export interface BudgetOptions {
	readonly host: Pick<Host, "home" | "env" | "now" | "newId">;
	readonly settings: SettingsReader;
	readonly registry: Pick<ModelRegistry, "modelsOf">;
}

/** One for the process: flags cap all its sessions together. */
const runId = Bun.randomUUIDv7();

/** The spending of all conversations of a process. Without caps it only appends a line for each request. */
export class Budget implements UsageMeterPorts {
	/** Caps of this run, by flag or `/budget run`. */
	run: Amounts = {};
	/** Identifies this run in the ledger. */
	readonly runId = runId;
	readonly folder: string;
	/** Shows problems with the ledger. */
	onProblem: (message: string) => void = () => {};
	readonly #options: BudgetOptions;
	readonly #meters = new Map<string, UsageMeter>();
	#governor: Promise<Governor> | undefined;

	constructor(options: BudgetOptions) {
		this.#options = options;
		this.folder = budgetFolder(options.host);
	}

	get caps(): Caps | undefined {
		return capsInForce(this.#options.settings, this.run);
	}

	/** The tighter one of what the session and this run may cost. */
	get capUsd(): number | undefined {
		const { session, run } = this.caps ?? {};
		const found = [session?.usd, run?.usd].filter((cap) => cap !== undefined);
		return found.length === 0 ? undefined : Math.min(...found);
	}

	now(): number {
		return this.#options.host.now();
	}

	newId(): string {
		return this.#options.host.newId();
	}

	/** Registers a conversation; `parent` is the id of the conversation above it. */
	openMeter(place: Omit<UsageMeterOwner, "parent"> & { readonly parent?: string | undefined }): UsageMeter {
		const parent = place.parent === undefined ? undefined : this.#meters.get(place.parent);
		const meter = new UsageMeter(this, { ...place, parent });
		this.#meters.set(place.id, meter);
		return meter;
	}

	findMeter(id: string): UsageMeter | undefined {
		return this.#meters.get(id);
	}

	forget(id: string): void {
		this.#meters.delete(id);
	}

	/** Adds what was spent without a reservation. A failure costs the row, never the answer. */
	record(row: SpendRow): void {
		try {
			appendToInbox(this.folder, row);
		} catch (error) {
			logIgnored("the request is not in the spending ledger", error);
		}
	}

	/** A request that is sent only if the most it can cost is left. */
	governed(request: GovernedRequest): AssistantMessageEventStream {
		const events = new AssistantMessageEventStream();
		this.governor()
			.then((governor) => governor.run(request, events))
			.catch((error: unknown) => {
				const { message } = new Reply(request.model, this.now(), () => {});
				message.stopReason = "error";
				message.errorMessage = errorMessage(error);
				message.errorId = errorBits.marker | errorBits.budget;
				events.push({ type: "start", partial: message });
				events.push({ type: "error", reason: "error", error: message });
			});
		return events;
	}

	/** Loaded with the first cap, or to show what was spent. */
	governor(): Promise<Governor> {
		const { registry } = this.#options;
		this.#governor ??= import("./governor.ts")
			.then(({ Governor }) => Governor.open(this, registry))
			.catch((error: unknown) => {
				// Tried again with the next request.
				this.#governor = undefined;
				throw error;
			});
		return this.#governor;
	}

	/** The tokens of a conversation under the cap that leaves the least; without one, those of its session. */
	async countTokens(id: string): Promise<{ total: number | null; spent: number; remaining: number | null }> {
		const meter = this.#meters.get(id);
		if (!meter) return { total: null, spent: 0, remaining: null };
		const [{ ledger }, { tokenBudget }] = await Promise.all([this.governor(), import("./budget-report.ts")]);
		return tokenBudget(ledger, meter, this);
	}

	/** What was spent today and in the session of a conversation, for people; empty without a meter. */
	async describeSpending(id: string): Promise<string> {
		const meter = this.#meters.get(id);
		if (!meter) return "";
		const { spendingReport } = await import("./budget-report.ts");
		return spendingReport(this, meter);
	}

	/** The cost of a model without a price, as the dearest of its provider. */
	async substituteNanos(model: Model, usage: Usage): Promise<number> {
		const { Prices } = await import("./prices.ts");
		return new Prices(this.#options.registry).computeNanos(model, usage);
	}
}
