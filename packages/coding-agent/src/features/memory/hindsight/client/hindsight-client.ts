import { MemoryError } from "@oh-my-pi/pi-memory/contract/memory-error";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { hindsightSettings as keys } from "../../settings/hindsight.ts";
import { type JsonRequest, requestJson } from "./request-json.ts";

export interface RetainItem {
	readonly content: string;
	readonly context?: string;
	readonly metadata?: Readonly<Record<string, string>>;
	readonly tags?: readonly string[];
	readonly document_id?: string;
}

export interface RecallRow {
	readonly id?: string;
	readonly text: string;
	readonly type?: string;
	readonly mentionedAt?: string;
	/** Set when it was stored from a session that had read something from outside. */
	readonly outside?: readonly string[];
}

export interface MentalModel {
	readonly id: string;
	readonly name: string;
	readonly content: string;
	readonly tags: readonly string[];
	readonly refreshedAt?: string;
}

export interface NewMentalModel {
	readonly id: string;
	readonly name: string;
	readonly source_query: string;
	readonly tags?: readonly string[];
}

/** Which memories of a bank count. */
export interface TagFilter {
	readonly tags: readonly string[];
	readonly tags_match: "any";
}

/** At most this many banks are remembered as created. */
const maxKnownBanks = 10_000;

/** The HTTP API of a Hindsight server, version 1. Answers are taken apart with care: the server may be anybody's. */
export class HindsightClient {
	readonly #settings: SettingsReader;
	readonly #ensured = new Set<string>();

	constructor(settings: SettingsReader) {
		this.#settings = settings;
	}

	/** Creates the bank, once; a failure shows with the request that needs it. */
	async ensureBank(bank: string, signal: AbortSignal): Promise<void> {
		if (this.#ensured.has(bank)) return;
		if (this.#ensured.size >= maxKnownBanks) {
			for (const known of [...this.#ensured].slice(0, maxKnownBanks / 2)) this.#ensured.delete(known);
		}
		this.#ensured.add(bank);
		const reflect = this.#settings.get(keys.bankMission);
		const retain = this.#settings.get(keys.retainMission);
		const body = { ...(reflect && { reflect_mission: reflect }), ...(retain && { retain_mission: retain }) };
		try {
			await this.#request("PUT", bankPath(bank), signal, { body });
		} catch (error) {
			logIgnored("the next request to the bank says what is wrong", error);
		}
	}

	async retain(bank: string, items: readonly RetainItem[], signal: AbortSignal): Promise<void> {
		await this.ensureBank(bank, signal);
		const timeoutMs = this.#settings.get(keys.retainTimeoutMs);
		await this.#request("POST", `${bankPath(bank)}/memories`, signal, { body: { items, async: true }, timeoutMs });
	}

	async recall(
		bank: string,
		query: string,
		filter: TagFilter | undefined,
		signal: AbortSignal,
	): Promise<readonly RecallRow[]> {
		await this.ensureBank(bank, signal);
		const maxTokens = this.#settings.get(keys.recallMaxTokens);
		const types = this.#settings.get(keys.recallTypes);
		const body = {
			query,
			budget: this.#settings.get(keys.recallBudget),
			...(maxTokens > 0 && { max_tokens: maxTokens }),
			...(types.length > 0 && { types }),
			...filter,
		};
		const timeoutMs = this.#settings.get(keys.recallTimeoutMs);
		const answer = await this.#request("POST", `${bankPath(bank)}/memories/recall`, signal, { body, timeoutMs });
		return listIn(answer, "results").flatMap(parseRow);
	}

	/** Without a token limit: the server decides how long the answer is. */
	async reflect(
		bank: string,
		query: string,
		context: string | undefined,
		filter: TagFilter | undefined,
		signal: AbortSignal,
	): Promise<string> {
		await this.ensureBank(bank, signal);
		const body = { query, budget: this.#settings.get(keys.recallBudget), ...(context && { context }), ...filter };
		const timeoutMs = this.#settings.get(keys.reflectTimeoutMs);
		const answer = await this.#request("POST", `${bankPath(bank)}/reflect`, signal, { body, timeoutMs });
		return isRecord(answer) && typeof answer.text === "string" ? answer.text : "";
	}

	async mentalModels(bank: string, signal: AbortSignal): Promise<readonly MentalModel[]> {
		const answer = await this.#request("GET", `${bankPath(bank)}/mental-models?detail=content`, signal);
		return listIn(answer, "items").flatMap(parseModel);
	}

	async createMentalModel(bank: string, model: NewMentalModel, signal: AbortSignal): Promise<void> {
		await this.#request("POST", `${bankPath(bank)}/mental-models`, signal, { body: model });
	}

	async refreshMentalModel(bank: string, id: string, signal: AbortSignal): Promise<void> {
		await this.#request("POST", `${modelPath(bank, id)}/refresh`, signal);
	}

	async mentalModelHistory(bank: string, id: string, signal: AbortSignal): Promise<readonly unknown[]> {
		const answer = await this.#request("GET", `${modelPath(bank, id)}/history`, signal);
		return Array.isArray(answer) ? answer : listIn(answer, "items");
	}

	async deleteMentalModel(bank: string, id: string, signal: AbortSignal): Promise<void> {
		await this.#request("DELETE", modelPath(bank, id), signal);
	}

	/** The version of the server, for a diagnosis. */
	async version(signal: AbortSignal): Promise<string> {
		const answer = await this.#request("GET", "version", signal);
		const version = isRecord(answer) ? (answer.api_version ?? answer.version) : undefined;
		return typeof version === "string" ? version : "unknown";
	}

	get address(): URL {
		const address = this.#settings.get(keys.apiUrl);
		const url = URL.parse(address.endsWith("/") ? address : `${address}/`);
		if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) {
			throw new MemoryError("invalid", `hindsight.apiUrl is not an http address: ${address}`);
		}
		return url;
	}

	async #request(
		method: JsonRequest["method"],
		path: string,
		signal: AbortSignal,
		{
			body,
			timeoutMs = this.#settings.get(keys.requestTimeoutMs),
		}: { readonly body?: unknown; readonly timeoutMs?: number } = {},
	): Promise<unknown> {
		const token = this.#settings.get(keys.apiToken);
		const url = new URL(path, this.address);
		if (this.#settings.get(keys.debug)) logIgnored(`hindsight: ${method} ${url.pathname}`, undefined);
		return requestJson({ method, url, token, body, timeoutMs, signal });
	}
}

function bankPath(bank: string): string {
	return `v1/default/banks/${encodeURIComponent(bank)}`;
}

function modelPath(bank: string, id: string): string {
	return `${bankPath(bank)}/mental-models/${encodeURIComponent(id)}`;
}

function listIn(answer: unknown, name: string): readonly unknown[] {
	const list = isRecord(answer) ? answer[name] : undefined;
	return Array.isArray(list) ? list : [];
}

function parseRow(value: unknown): RecallRow[] {
	if (!isRecord(value) || typeof value.text !== "string" || value.text.trim() === "") return [];
	const metadata = isRecord(value.metadata) ? value.metadata : {};
	const places = typeof metadata.places === "string" ? metadata.places.split(",") : ["unknown"];
	return [
		{
			text: value.text,
			...(typeof value.id === "string" && { id: value.id }),
			...(typeof value.type === "string" && { type: value.type }),
			...(typeof value.mentioned_at === "string" && { mentionedAt: value.mentioned_at }),
			...(metadata.origin === "outside" && { outside: places }),
		},
	];
}

function parseModel(value: unknown): MentalModel[] {
	if (!isRecord(value) || typeof value.id !== "string") return [];
	const tags = Array.isArray(value.tags) ? value.tags.filter((tag) => typeof tag === "string") : [];
	return [
		{
			id: value.id,
			name: typeof value.name === "string" ? value.name : value.id,
			content: typeof value.content === "string" ? value.content : "",
			tags,
			...(typeof value.last_refreshed_at === "string" && { refreshedAt: value.last_refreshed_at }),
		},
	];
}
