import type { EmbeddingModel } from "@oh-my-pi/pi-memory/search/vector-index";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { mnemopiSettings as keys } from "../../settings/mnemopi.ts";
import { endpointUrl, postJson } from "./post-json.ts";

interface EmbeddingParts {
	readonly settings: SettingsReader;
	readonly now: () => number;
	readonly redact: (text: string) => string;
	/** One line for the user. */
	readonly warn: (text: string) => void;
}

/** A prompt does not wait longer for the meaning of its question. */
const queryMs = 3000;
const batchMs = 30_000;
/** An endpoint that failed is left alone for a while. */
const pauseMs = 60_000;
const maxTextChars = 8000;
const dimensions = { least: 8, most: 8192 } as const;

/** The names of the models that the setting `embeddingVariant` stands for. */
const variants = { en: "bge-base-en-v1.5", multilingual: "multilingual-e5-large" } as const;

/** Vectors from an OpenAI-compatible endpoint. Without one, or while it fails, search goes by words alone. */
export class EmbeddingClient {
	readonly #parts: EmbeddingParts;
	#pausedUntil = 0;
	/** Several banks are asked the same. */
	#lastQuery: { readonly text: string; readonly vector: Float32Array } | undefined;
	#hasWarned = false;

	constructor(parts: EmbeddingParts) {
		this.#parts = parts;
	}

	get isOn(): boolean {
		const { settings } = this.#parts;
		return !settings.get(keys.noEmbeddings) && (settings.get(keys.embeddingApiUrl) ?? "") !== "";
	}

	get modelName(): string {
		const { settings } = this.#parts;
		return settings.get(keys.embeddingModel) || variants[settings.get(keys.embeddingVariant)];
	}

	/** The meaning of a question; `undefined` when there is none to be had now. */
	async ofQuery(text: string, signal: AbortSignal): Promise<Float32Array | undefined> {
		if (this.#lastQuery?.text === text) return this.#lastQuery.vector;
		const [vector] = (await this.#tryEmbed([text], "query", queryMs, signal)) ?? [];
		if (vector) this.#lastQuery = { text, vector };
		return vector;
	}

	/** The vectors of memories and the model that they are of; `undefined` when there are none to be had now. */
	async ofMemories(
		texts: readonly string[],
		signal: AbortSignal,
	): Promise<{ readonly model: EmbeddingModel; readonly vectors: readonly Float32Array[] } | undefined> {
		const name = this.modelName;
		const vectors = await this.#tryEmbed(texts, "passage", batchMs, signal);
		const [first] = vectors ?? [];
		return vectors && first && { model: { name, dimension: first.length }, vectors };
	}

	/** In words, for a diagnosis. */
	async describe(signal: AbortSignal): Promise<{ readonly ok: boolean; readonly text: string }> {
		const { settings } = this.#parts;
		if (settings.get(keys.noEmbeddings))
			return { ok: true, text: "Embeddings: off (mnemopi.noEmbeddings); search goes by words" };
		if (!this.isOn) {
			const variant = settings.get(keys.embeddingVariant);
			return {
				ok: true,
				text: `Embeddings: none; search goes by words. The local model ${variants[variant]} is not part of this version; set mnemopi.embeddingApiUrl to use an endpoint`,
			};
		}
		try {
			const [vector] = await this.#embed(["test"], "query", batchMs, signal);
			return { ok: true, text: `Embeddings: ${this.modelName}, ${vector?.length ?? 0} dimensions` };
		} catch (error) {
			return { ok: false, text: `Embeddings: ${errorMessage(error)}; search goes by words meanwhile` };
		}
	}

	async #tryEmbed(texts: readonly string[], kind: "query" | "passage", timeoutMs: number, signal: AbortSignal) {
		const { now, warn } = this.#parts;
		if (!this.isOn || now() < this.#pausedUntil) return undefined;
		try {
			return await this.#embed(texts, kind, timeoutMs, signal);
		} catch (error) {
			if (signal.aborted) return undefined;
			this.#pausedUntil = now() + pauseMs;
			if (!this.#hasWarned) warn(`Memory: no embeddings, so search goes by words. ${errorMessage(error)}`);
			this.#hasWarned = true;
			return undefined;
		}
	}

	async #embed(
		texts: readonly string[],
		kind: "query" | "passage",
		timeoutMs: number,
		signal: AbortSignal,
	): Promise<readonly Float32Array[]> {
		const { settings, redact } = this.#parts;
		const model = this.modelName;
		// Models of this family were trained with these words.
		const prefix = /\be5\b/i.test(model) ? `${kind}: ` : "";
		const answer = await postJson({
			url: endpointUrl(settings.get(keys.embeddingApiUrl) ?? "", "embeddings", "mnemopi.embeddingApiUrl"),
			apiKey: settings.get(keys.embeddingApiKey),
			body: { model, input: texts.map((text) => prefix + redact(text).slice(0, maxTextChars).toWellFormed()) },
			timeoutMs,
			signal,
		});
		return parseVectors(answer, texts.length);
	}
}

function parseVectors(answer: unknown, count: number): readonly Float32Array[] {
	const data: readonly unknown[] = isRecord(answer) && Array.isArray(answer.data) ? answer.data : [];
	const vectors = Array.from<Float32Array | undefined>({ length: count });
	for (const [at, item] of data.entries()) {
		if (!isRecord(item) || !Array.isArray(item.embedding)) continue;
		const index = typeof item.index === "number" ? item.index : at;
		const isVector = item.embedding.every((value) => typeof value === "number" && Number.isFinite(value));
		if (isVector && index >= 0 && index < count) vectors[index] = Float32Array.from(item.embedding as number[]);
	}
	const found = vectors.filter((vector) => vector !== undefined);
	const length = found[0]?.length ?? 0;
	const isWhole = found.length === count && found.every((vector) => vector.length === length);
	if (!isWhole || length < dimensions.least || length > dimensions.most) {
		throw new Error("the answer of the embedding endpoint has no vector for each text");
	}
	return found;
}
