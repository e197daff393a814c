import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";
import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { adapter } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { KeyService } from "../services/key-service.ts";
import type { ToolServices } from "../services/services.ts";
import { type HttpPort, httpOver } from "../web/api/http-port.ts";
import type { WebSearchDetails } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };
import type { SearchPorts, SearchProvider } from "./provider/search-provider.ts";
import { exaSettings, searchProviderSettings, searxngSettings, webSearchSettings } from "./provider/settings.ts";

export interface WebSearchDeps {
	readonly http: HttpPort;
	readonly keys: KeyService;
	readonly settings: SettingsReader;
	readonly now: () => number;
	readonly lastAsked: Map<string, number>;
	readonly hideSecrets?: ToolServices["hideSecrets"];
	/** Waits between attempts. */
	readonly sleep?: SearchPorts["sleep"];
	/** All that there are by default. */
	readonly providers?: readonly SearchProvider[];
}

const number = { type: "number" } as const;

const parameters = {
	type: "object",
	properties: {
		query: { type: "string" },
		recency: { type: "string", enum: ["day", "week", "month", "year"] },
		limit: number,
	},
	required: ["query"],
	additionalProperties: false,
} as const;

const hiddenParameters = {
	max_tokens: number,
	temperature: number,
	num_search_results: number,
	provider: { type: "string" },
	no_fallback: { type: "boolean" },
} as const;

export type WebSearchParams = FromSchema<typeof parameters> & {
	readonly [Name in keyof typeof hiddenParameters]?: FromSchema<(typeof hiddenParameters)[Name]>;
};

const traits: ToolTraits = {
	name: "web_search",
	aliases: ["websearch", "search_web", "google_web_search"],
	effects: ["reads", "network"],
	switch: webSearchSettings.enabled,
	outsideSources: () => ["web"],
	view: async () => (await import("./view.ts")).webSearchView,
};

export const webSearch: BuiltInTool = {
	...traits,
	summary: "Search the web",
	sample: async () => (await import("./sample.data.ts")).webSearchSample,
	settings: [webSearchSettings, searchProviderSettings, exaSettings, searxngSettings],
	create: ({ settings, workspace, keys, web, hideSecrets }: WebSearchServices) => {
		const http = httpOver(web, traits.name);
		return webSearchTool({
			settings,
			keys,
			http,
			now: workspace.now,
			lastAsked: new Map(),
			...(hideSecrets && { hideSecrets }),
		});
	},
};

type WebSearchServices = Pick<ToolServices, "settings" | "workspace" | "keys" | "web" | "hideSecrets">;

const adapt = adapter({
	names: { q: "query", search_query: "query", search_term: "query", max_results: "limit", count: "limit" },
});

export function webSearchTool(deps: WebSearchDeps) {
	return defineTool<typeof parameters, WebSearchDetails>({
		...traits,
		label: "Web search",
		prompt: prompt.trim(),
		parameters,
		hiddenParameters,
		adapt,
		approval: { tier: "network", hosts: [traits.name], reason: "Sends the query to a search provider" },
		approvalDetails: ({ query }) => [`Query: ${query}`],
		concurrency: "shared",
		loadMode: "discoverable",
		execute: async (params, call) => (await import("./execute.ts")).executeWebSearch(params, call, deps),
	});
}
