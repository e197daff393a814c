import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import type { KeyService } from "../../services/key-service.ts";
import type { HttpPort } from "../../web/api/http-port.ts";
import type { SearchQuery } from "./parse-query.ts";

export type Recency = "day" | "week" | "month" | "year";

export interface SearchRequest {
	/** As the model wrote it, with operators. */
	readonly text: string;
	readonly query: SearchQuery;
	readonly recency?: Recency;
	/** How many results are wanted; a provider has its own default and maximum. */
	readonly count?: number;
	/** For providers that write an answer. */
	readonly maxTokens?: number;
	readonly temperature?: number;
	readonly signal: AbortSignal;
}

export interface SearchSource {
	readonly title: string;
	readonly url: string;
	readonly snippet?: string;
	readonly publishedDate?: string;
	/** In words, as "3 days ago". */
	readonly age?: string;
	readonly author?: string;
}

export interface Citation {
	readonly url: string;
	readonly title: string;
	readonly citedText?: string;
}

export interface SearchResponse {
	readonly provider: string;
	readonly answer?: string;
	readonly sources: readonly SearchSource[];
	readonly citations?: readonly Citation[];
	readonly relatedQuestions?: readonly string[];
	readonly searchQueries?: readonly string[];
	readonly usage?: Readonly<Record<string, number>>;
	readonly model?: string;
	readonly requestId?: string;
	readonly authMode?: "api_key" | "oauth" | "cookies" | "keyless";
}

/** What a provider works with. */
export interface SearchPorts {
	readonly http: HttpPort;
	readonly keys: KeyService;
	readonly settings: SettingsReader;
	readonly now: () => number;
	/** When a provider was last asked, by its id. */
	readonly lastAsked: Map<string, number>;
	readonly sleep: (delayMs: number, options: { signal: AbortSignal }) => Promise<void>;
}

export interface SearchProvider {
	readonly id: string;
	/** For messages. */
	readonly name: string;
	/** What to check when it refuses the key. */
	readonly credential?: string;
	/** A model answers, and its tokens are charged. */
	readonly isModel?: boolean;
	/**
	 * Whether it can be tried, as far as that is known without a request. `isNamed`: the user or the call asked for it by name.
	 */
	isAvailable(ports: SearchPorts, isNamed: boolean): boolean;
	search(request: SearchRequest, ports: SearchPorts): Promise<Omit<SearchResponse, "provider">>;
	/** Its own words for a refusal. */
	refusal?(status: number, message: string): string | undefined;
}

/** Within what the provider allows. */
export function resolveCount(
	{ count }: SearchRequest,
	limits: { readonly default: number; readonly max: number },
): number {
	if (count === undefined || !Number.isFinite(count)) return limits.default;
	return Math.min(limits.max, Math.max(1, Math.trunc(count)));
}

const days: Readonly<Record<Recency, number>> = { day: 1, week: 7, month: 30, year: 365 };

/** The earliest day that counts, as `2026-01-31`: from the query, else from the recency. */
export function earliestDay({ query, recency }: SearchRequest, now: () => number): string | undefined {
	if (query.after !== undefined) return query.after;
	return recency && new Date(now() - days[recency] * 86_400_000).toISOString().slice(0, 10);
}
