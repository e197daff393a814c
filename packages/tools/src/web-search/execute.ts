import type { ToolCallContext, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { fenced } from "../output/outside-content.ts";
import { buildChain, type ChainOutcome, type ProviderFailure, searchWith } from "./chain.ts";
import { filterSources } from "./filter-sources.ts";
import { parseQuery } from "./provider/parse-query.ts";
import type { SearchPorts, SearchProvider, SearchResponse } from "./provider/search-provider.ts";
import { searchProviders } from "./providers.ts";
import { formatReport } from "./report.ts";
import type { WebSearchDeps, WebSearchParams } from "./web-search.ts";

export interface WebSearchDetails {
	readonly response?: SearchResponse;
	readonly error?: string;
	/** Providers that were tried in vain before. */
	readonly failures?: readonly ProviderFailure[];
}

export async function executeWebSearch(
	params: WebSearchParams,
	call: Pick<ToolCallContext<WebSearchDetails>, "signal">,
	deps: WebSearchDeps,
): Promise<ToolOutput<WebSearchDetails>> {
	const wanted = params.query.trim();
	const text = deps.hideSecrets?.(wanted) ?? wanted;
	if (text === "") throw new ToolError("query must not be empty");
	const ports: SearchPorts = { ...deps, sleep: deps.sleep ?? sleep };
	const providers = deps.providers ?? searchProviders;
	const chain = buildChain(providers, ports, {
		...(params.provider !== undefined && { provider: params.provider }),
		...(params.no_fallback !== undefined && { noFallback: params.no_fallback }),
	});
	if (chain.length === 0) return failed(nobodyToAsk(providers, params.provider, deps.keys.isCapped?.() ?? false), []);
	const query = parseQuery(text);
	const count = params.num_search_results ?? params.limit;
	const outcome = await searchWith(
		chain,
		{
			text,
			query,
			...(params.recency && { recency: params.recency }),
			...(count !== undefined && { count }),
			...(params.max_tokens !== undefined && { maxTokens: params.max_tokens }),
			...(params.temperature !== undefined && { temperature: params.temperature }),
			signal: call.signal,
		},
		ports,
	);
	return outcome.response
		? found(outcome.response, outcome, params)
		: failed(describeProblem(outcome), outcome.failures);

	function found(
		response: SearchResponse,
		{ failures }: ChainOutcome,
		{ limit }: WebSearchParams,
	): ToolOutput<WebSearchDetails> {
		const { sources, notes } = filterSources(response.sources, query);
		const shown = limit === undefined ? sources : sources.slice(0, Math.max(1, Math.trunc(limit)));
		const report = formatReport(response, shown);
		const body = report === "" ? "No results found." : fenced(report, `web search by ${response.provider}`);
		return {
			content: [...notes, body].join("\n"),
			details: { response: { ...response, sources: shown }, ...(failures.length > 0 && { failures }) },
		};
	}
}

function nobodyToAsk(providers: readonly SearchProvider[], wanted: string | undefined, isCapped: boolean): string {
	if (wanted === undefined) return "No web search provider configured.";
	const known = providers.find(({ id }) => id === wanted);
	if (!known) return `There is no search provider "${wanted}". Known: ${providers.map(({ id }) => id).join(", ")}.`;
	if (known.isModel && isCapped)
		return `${known.name} is not asked while a budget is set: its searches are not counted.`;
	return `${known.name} is not configured${known.credential ? `; it needs ${known.credential}` : ""}.`;
}

function describeProblem({ failures }: ChainOutcome): string {
	const [only, ...more] = failures;
	if (only && more.length === 0) return only.message;
	return `All web search providers failed: ${failures.map(({ provider, message }) => `${provider}: ${message}`).join("; ")}`;
}

function failed(error: string, failures: readonly ProviderFailure[]): ToolOutput<WebSearchDetails> {
	return {
		content: `Error: ${error}`,
		details: { error, ...(failures.length > 0 && { failures }) },
		isError: true,
	};
}
