import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { NewMemory } from "@oh-my-pi/pi-memory/contract/memory";
import { tokenRedactor } from "@oh-my-pi/pi-secrets/hider/redact-tokens";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { BackendPlace, MemoryBackend, MemoryMaintenance, OpenBackend } from "../contract/memory-backend.ts";
import { mnemopiSettings as keys } from "../settings/mnemopi.ts";
import { memoryText } from "../shown/memory-text.ts";
import { recallQuery } from "../transcript/recall-query.ts";
import { BankSet, whenFree } from "./banks/bank-set.ts";
import { editMemory } from "./banks/edit-memory.ts";
import { mnemopiScope } from "./banks/scope.ts";
import { maintainBanks } from "./maintenance.ts";
import { EmbeddingClient } from "./models/embedding-client.ts";
import { ModelRequests } from "./models/model-requests.ts";
import { memoriesBlock, quoteHit } from "./recall/quote.ts";
import { Recall } from "./recall/recall.ts";
import { BackgroundWork } from "./work/background-work.ts";
import { SessionTurns } from "./work/session-turns.ts";

/** What goes ahead of a prompt without having been asked for must fit well. */
const minRelevance = { unasked: 0.25, asked: 0.05 } as const;
/** The model that calls retain writes one fact per item; only longer ones are taken apart. */
const minExtractChars = 280;
const shownPaths = 20;

/** Memory in SQLite databases of the agent folder. */
export const openMnemopi: OpenBackend = async (place) => {
	const banks = new BankSet(mnemopiScope(place), place.host);
	banks.check();
	return new MnemopiMemory(place, banks);
};

class MnemopiMemory implements MemoryBackend {
	readonly kind = "mnemopi";
	readonly maintenance: MemoryMaintenance;
	readonly #place: BackendPlace;
	readonly #banks: BankSet;
	readonly #models: ModelRequests;
	readonly #recall: Recall;
	readonly #work: BackgroundWork;
	readonly #turns: SessionTurns;
	readonly #redact: (text: string) => string;
	#block: string | undefined;

	constructor(place: BackendPlace, banks: BankSet) {
		const { host, warn } = place;
		this.#place = place;
		this.#banks = banks;
		this.#redact = place.redact ?? tokenRedactor(host.env);
		this.#models = new ModelRequests(place);
		const embeddings = new EmbeddingClient({ settings: place.settings, now: host.now, redact: this.#redact, warn });
		this.#recall = new Recall({ place, banks, embeddings, models: this.#models });
		this.#work = new BackgroundWork({
			banks,
			embeddings,
			models: this.#models,
			redact: this.#redact,
			owner: host.newId(),
		});
		this.#turns = new SessionTurns(this.#redact);
		this.maintenance = maintainBanks({
			...{ place, banks, embeddings, models: this.#models, work: this.#work, redact: this.#redact },
			search: (text, signal) => this.#search(text, minRelevance.asked, signal),
			block: () => this.#block,
			storeTurns: () => this.#storeTurns(),
		});
	}

	/** What earlier sessions have left over is done once this one has gone on for a while. */
	opened(): void {
		this.#work.soon();
	}

	async recallForPrompt(messages: readonly AgentMessage[], signal: AbortSignal): Promise<string | undefined> {
		const { settings, host } = this.#place;
		if (!settings.get(keys.autoRecall)) return undefined;
		const query = recallQuery(messages, {
			turns: settings.get(keys.recallContextTurns),
			maxChars: settings.get(keys.recallMaxQueryChars),
			withRoles: false,
		});
		const hits = await this.#search(query, minRelevance.unasked, signal);
		this.#block = memoriesBlock(hits, { now: host.now(), maxTokens: settings.get(keys.injectionTokenLimit) });
		return this.#block;
	}

	async contextForCompaction(): Promise<string | undefined> {
		return this.#block;
	}

	#search(text: string, least: number, signal: AbortSignal) {
		return this.#recall.search(text, { minRelevance: least, signal });
	}

	afterRun: NonNullable<MemoryBackend["afterRun"]> = (transcript, by) => {
		const { settings } = this.#place;
		if (!settings.get(keys.autoRetain)) return;
		const waiting = this.#turns.note({ transcript, by }, (id) =>
			this.#banks.find(this.#banks.scope.own)?.storedTurns(id),
		);
		if (waiting < settings.get(keys.retainEveryNTurns)) return;
		void this.#work.run(async () => {
			await this.#storeTurns();
			await this.#work.deriveAndEmbed();
		});
	};

	#storeTurns(): Promise<number> {
		return whenFree(() => this.#turns.store(() => this.#banks.own, { isExtractDue: this.#models.isOn }));
	}

	recall: NonNullable<MemoryBackend["recall"]> = async (query, signal) => {
		const hits = await this.#search(query, minRelevance.asked, signal);
		return hits.map((hit) => ({
			id: hit.id,
			text: quoteHit(hit),
			...(hit.origin.kind === "outside" && { outside: hit.origin.places ?? ["unknown"] }),
		}));
	};

	retain: NonNullable<MemoryBackend["retain"]> = async (items, by, signal) => {
		let stored = 0;
		for (const { content, context } of items) {
			const memory: NewMemory = {
				...by,
				content: this.#redact(content),
				...(context && { context: this.#redact(context) }),
				...{ source: "coding-agent-retain", type: "fact", veracity: "tool", importance: 0.75 },
			};
			try {
				await this.#add(memory, signal);
				stored++;
			} catch (error) {
				this.#place.warn(`Memory: a fact could not be stored: ${errorMessage(error)}`);
			}
		}
		if (stored > 0) void this.#work.run(() => this.#work.deriveAndEmbed());
		return { stored, isQueued: false };
	};

	learn: NonNullable<MemoryBackend["learn"]> = async ({ content, context }, by, signal) => {
		await this.#add(
			{
				...by,
				content: this.#redact(content),
				...(context && { context: this.#redact(context) }),
				...{ source: "coding-agent-learn", type: "lesson", veracity: "tool", importance: 0.8 },
			},
			signal,
		);
		void this.#work.run(() => this.#work.embed());
		return "stored";
	};

	#add(memory: NewMemory, signal: AbortSignal) {
		const isExtractDue = this.#models.isOn && memory.content.length > minExtractChars;
		return whenFree(() => this.#banks.own.add([memory], { isExtractDue }), signal);
	}

	reflect: NonNullable<MemoryBackend["reflect"]> = async (query, context, signal) => {
		const lines = await this.recall?.(query, signal);
		if (!lines || lines.length === 0) return undefined;
		const focus = context ? `\n\nAdditional context: ${context}` : "";
		return `Based on recalled memories:\n${lines.map(({ text }) => `- ${text}`).join("\n")}${focus}`;
	};

	edit: NonNullable<MemoryBackend["edit"]> = async (edit, { origin }) => {
		const outcome = await editMemory(this.#banks.recalled, edit, { redact: this.#redact, origin });
		if (outcome.status === "updated") void this.#work.run(() => this.#work.embed());
		return outcome;
	};

	readUrl: NonNullable<MemoryBackend["readUrl"]> = async (path, signal) => {
		if (path === "root") return this.maintenance.view(signal);
		// What other projects have stored is none of the model's business, though its owner may look at it.
		const [memory] = this.#banks.recalled.flatMap((bank) => bank.find(path) ?? []);
		return memory && memoryText(memory);
	};

	async urlPaths(): Promise<readonly string[]> {
		return this.#banks.recalled.flatMap((bank) => bank.list({ limit: shownPaths })).map(({ id }) => id);
	}

	/** What was said is stored without asking a model; the next session goes on with the rest. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.#work.stop();
		try {
			await whenFree(() => this.#turns.store(() => this.#banks.own, { isExtractDue: this.#models.isOn, isLast: true }));
		} catch (error) {
			logIgnored("the last turns are not in the memory", error);
		}
		await this.#work.ended;
		this.#banks[Symbol.dispose]();
	}
}
