import { existsSync, statSync } from "node:fs";
import type { BankHit, MemoryBank } from "@oh-my-pi/pi-memory/bank/memory-bank";
import type { Memory } from "@oh-my-pi/pi-memory/contract/memory";
import type { BackendPlace, MemoryMaintenance, MemoryQuery } from "../contract/memory-backend.ts";
import { mnemopiSettings as keys } from "../settings/mnemopi.ts";
import { type BankSet, whenFree } from "./banks/bank-set.ts";
import { editMemory } from "./banks/edit-memory.ts";
import type { EmbeddingClient } from "./models/embedding-client.ts";
import type { ModelRequests } from "./models/model-requests.ts";
import { memoriesBlock } from "./recall/quote.ts";
import type { BackgroundWork } from "./work/background-work.ts";

interface MaintenanceParts {
	readonly place: BackendPlace;
	readonly banks: BankSet;
	readonly embeddings: EmbeddingClient;
	readonly models: ModelRequests;
	readonly work: BackgroundWork;
	readonly redact: (text: string) => string;
	readonly search: (text: string, signal: AbortSignal) => Promise<readonly BankHit[]>;
	/** What was put into the last prompt that memories were looked for. */
	readonly block: () => string | undefined;
	readonly storeTurns: () => Promise<number>;
}

const importedAtOnce = 500;

/** What the owner of the banks sees and does. */
export function maintainBanks(parts: MaintenanceParts): MemoryMaintenance {
	const { place, banks, embeddings, models, work, redact } = parts;
	const { own, shared } = banks.scope;
	const chosen = ({ allProjects }: MemoryQuery) => (allProjects ? banks.all : banks.recalled);
	return {
		clearText: `all memories of the bank ${own.name} (${own.path})${shared ? `; the shared bank ${shared.name} stays` : ""}`,
		view: async () => parts.block() ?? newestBlock(),
		stats: async () => describeBanks(),
		diagnose: async (signal) => [...diagnoseBanks(), await embeddings.describe(signal), models.describe()],
		async clear(signal) {
			const bank = banks.find(own);
			const count = bank ? await whenFree(() => bank.clear(), signal) : 0;
			return `Deleted ${countText(count)} of the bank ${own.name}.`;
		},
		async enqueue() {
			const turns = await parts.storeTurns();
			const { facts, summaries, vectors } = await work.deriveAndEmbed(2);
			const stored = turns > 0 ? "The last turns were stored" : "No turns were waiting";
			return `${stored}; ${facts} facts extracted, ${summaries} summaries and ${vectors} vectors made.`;
		},
		async rebuild(signal) {
			const bank = banks.find(own);
			if (!bank) return "Nothing is remembered here yet.";
			await whenFree(() => bank.reindex(), signal);
			if (!embeddings.isOn) return `The search index of ${own.name} was made anew.`;
			await whenFree(() => bank.embeddings.clear(), signal);
			return `The search index of ${own.name} was made anew, and ${await work.embed()} vectors.`;
		},
		list: async (query) => page(chosen(query), query),
		async search(text, query, signal) {
			const limit = query.limit ?? place.settings.get(keys.recallLimit);
			const found: BankHit[] = [];
			for (const bank of chosen(query)) {
				const isEmbedded = embeddings.isOn && bank.embeddings.model?.name === embeddings.modelName;
				const vector = isEmbedded ? await embeddings.ofQuery(text, signal) : undefined;
				found.push(...bank.search({ ...query, text, limit, ...(vector && { vector }) }));
			}
			return found
				.toSorted((a, b) => b.score - a.score)
				.slice(0, limit)
				.map(({ bank: _, score: __, relevance: ___, ...memory }) => memory);
		},
		find: async (id) => findIn(banks.recalled, id) ?? findIn(banks.all, id),
		async edit(edit) {
			const holder = [...banks.recalled, ...banks.all].find((bank) => bank.find(edit.id));
			return editMemory(holder ? [holder] : [], edit, { redact });
		},
		async *exportAll() {
			yield* banks.find(own)?.all() ?? [];
		},
		async importAll(memories, signal) {
			const total = { added: 0, skipped: 0 };
			const store = async (some: readonly Memory[]) => {
				const added = await whenFree(() => banks.own.insert(some), signal);
				total.added += added.filter(Boolean).length;
				total.skipped += added.filter((isAdded) => !isAdded).length;
			};
			let waiting: Memory[] = [];
			for await (const memory of memories) {
				const { content, context } = memory;
				waiting.push({
					...memory,
					content: redact(content),
					...(context !== undefined && { context: redact(context) }),
				});
				if (waiting.length < importedAtOnce) continue;
				await store(waiting);
				waiting = [];
			}
			if (waiting.length > 0) await store(waiting);
			return total;
		},
	};

	/** Without a prompt to go by, the newest. */
	function newestBlock(): string {
		const { settings, host } = place;
		const newest = page(banks.recalled, { limit: settings.get(keys.recallLimit) });
		const maxTokens = settings.get(keys.injectionTokenLimit);
		return memoriesBlock(newest, { now: host.now(), maxTokens }) ?? "";
	}

	function describeBanks(): ReadonlyArray<readonly [string, string]> {
		const rows = [own, ...(shared ? [shared] : [])].flatMap((file): Array<readonly [string, string]> => {
			const bank = banks.find(file);
			if (!bank) return [["Bank", `${file.name}: nothing is remembered here (${file.path})`]];
			const { all, working, episodic, fact, invalidated, extractDue, vectors } = bank.counts();
			const model = bank.embeddings.model;
			return [
				["Bank", `${file.name} (${file.path}, ${Math.ceil(statSync(file.path).size / 1024)} KB)`],
				[
					"Memories",
					`${all}: ${working} as stored, ${episodic} summaries, ${fact} extracted facts; ${invalidated} invalidated`,
				],
				["Vectors", model ? `${vectors} of ${model.name}, ${model.dimension} dimensions` : "none"],
				["Waiting", `${extractDue} for extraction`],
			];
		});
		const used = shared ? `${own.name}, recalled together with ${shared.name}` : own.name;
		return [["Scope", `${place.settings.get(keys.scoping)}: ${used}`], ...rows];
	}

	function diagnoseBanks() {
		return [own, ...(shared ? [shared] : [])].map((file) => {
			if (!existsSync(file.path)) return { ok: true, text: `${file.path} is made when something is stored` };
			const problem = banks.find(file)?.check();
			return { ok: problem === undefined, text: `${file.path}: ${problem ?? "ok"}` };
		});
	}
}

function findIn(banks: readonly MemoryBank[], id: string): Memory | undefined {
	for (const bank of banks) {
		const found = bank.find(id);
		if (found) return found;
	}
	return undefined;
}

/** A part of the memories of several banks, newest first. */
function page(banks: readonly MemoryBank[], { limit = 100, offset = 0, ...query }: MemoryQuery): readonly Memory[] {
	return banks
		.flatMap((bank) => bank.list({ ...query, limit: limit + offset }))
		.toSorted((a, b) => b.createdAt - a.createdAt)
		.slice(offset, offset + limit);
}

function countText(count: number): string {
	return `${count} ${count === 1 ? "memory" : "memories"}`;
}
