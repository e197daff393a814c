import type { BankHit, MemoryBank } from "@oh-my-pi/pi-memory/bank/memory-bank";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { BackendPlace } from "../../contract/memory-backend.ts";
import { projectLabel } from "../../contract/project-label.ts";
import { mnemopiSettings as keys } from "../../settings/mnemopi.ts";
import type { BankSet } from "../banks/bank-set.ts";
import type { EmbeddingClient } from "../models/embedding-client.ts";
import type { ModelRequests } from "../models/model-requests.ts";
import questionPrompt from "../prompts/question.md" with { type: "text" };

interface RecallParts {
	readonly place: BackendPlace;
	readonly banks: BankSet;
	readonly embeddings: EmbeddingClient;
	readonly models: ModelRequests;
}

export interface RecallOptions {
	/** Less relevant ones are left out, from 0 to 1. */
	readonly minRelevance: number;
	readonly signal: AbortSignal;
}

/** A question that a model improves does not wait longer for that. */
const improveMs = 5000;
const maxParts = 4;

/** Searches the banks of the session. */
export class Recall {
	readonly #parts: RecallParts;

	constructor(parts: RecallParts) {
		this.#parts = parts;
	}

	/** The best of all banks, each once. A bank that fails is left out; when all fail, nothing is found. */
	async search(text: string, { minRelevance, signal }: RecallOptions): Promise<readonly BankHit[]> {
		const { place, banks } = this.#parts;
		const { settings } = place;
		const limit = settings.get(keys.recallLimit);
		const question = text.trim();
		if (question === "" || limit === 0) return [];
		const questions = await this.#questions(question, signal);
		const found: BankHit[] = [];
		for (const bank of banks.recalled) {
			const isShared = bank.path === banks.scope.shared?.path;
			const asked = isShared ? [...questions, withoutLabel(question, projectLabel(place.cwd))] : questions;
			for (const one of new Set(asked)) found.push(...(await this.#searchBank(bank, one, limit, signal)));
		}
		return distinct(found.filter(({ relevance }) => relevance >= minRelevance)).slice(0, limit);
	}

	async #searchBank(bank: MemoryBank, text: string, limit: number, signal: AbortSignal): Promise<readonly BankHit[]> {
		const { place, embeddings } = this.#parts;
		try {
			const isEmbedded = embeddings.isOn && bank.embeddings.model?.name === embeddings.modelName;
			const vector = isEmbedded ? await embeddings.ofQuery(text, signal) : undefined;
			return bank.search({
				text,
				limit: limit * 2,
				...(vector && { vector }),
				withLinked: place.settings.get(keys.proactiveLinking),
			});
		} catch (error) {
			if (place.settings.get(keys.debug)) logIgnored(`mnemopi: the bank ${bank.name} is left out`, error);
			return [];
		}
	}

	/** The question, and what the settings make of it: its parts, and words that a model adds. */
	async #questions(question: string, signal: AbortSignal): Promise<readonly string[]> {
		const { settings } = this.#parts.place;
		const improved = settings.get(keys.enhancedRecall) ? await this.#improve(question, signal) : question;
		if (!settings.get(keys.polyphonicRecall)) return [improved];
		const parts = question.split(/[\n.!?。！？;]+\s*/).filter((part) => part.trim().length > 3);
		return [improved, ...(parts.length > 1 ? parts.slice(-maxParts) : [])];
	}

	async #improve(question: string, signal: AbortSignal): Promise<string> {
		const { models } = this.#parts;
		if (!models.isOn) return question;
		try {
			const limit = AbortSignal.any([signal, AbortSignal.timeout(improveMs)]);
			const request = { systemPrompt: renderPrompt(questionPrompt), text: question, maxTokens: 200 };
			return `${question}\n${(await models.ask(request, limit)).slice(0, 1000)}`;
		} catch (error) {
			logIgnored("the question is used as it is", error);
			return question;
		}
	}
}

/** Memories for all projects do not have the name of this one in them. */
function withoutLabel(question: string, label: string): string {
	const words = new Set(label.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ""));
	const kept = question.replace(/[\p{L}\p{N}]+/gu, (word) => (words.has(word.toLowerCase()) ? " " : word)).trim();
	return kept === "" ? question : kept;
}

/** The best first, each id and each content once. */
function distinct(hits: readonly BankHit[]): readonly BankHit[] {
	const seen = new Set<string>();
	return hits
		.toSorted((a, b) => b.score - a.score)
		.filter(({ id, content }) => {
			const isKnown = seen.has(id) || seen.has(`=${content}`);
			seen.add(id).add(`=${content}`);
			return !isKnown;
		});
}
