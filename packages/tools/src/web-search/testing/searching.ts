import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { testSettings } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import type { ProviderKey } from "../../services/key-service.ts";
import { fakeKeys, fakeService, type Reply } from "../../web/api/testing/fake-service.ts";
import { type WebSearchDeps, type WebSearchParams, webSearchTool } from "../web-search.ts";

export const now = Date.parse("2026-03-15T12:00:00Z");

export interface SearchOptions {
	readonly variables?: Readonly<Record<string, string>>;
	readonly providers?: Readonly<Record<string, ProviderKey>>;
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly deps?: Partial<WebSearchDeps>;
}

/** The tool in front of services that answer as recorded. */
export function searching(replies: Readonly<Record<string, Reply | readonly Reply[]>>, options: SearchOptions = {}) {
	const service = fakeService(replies);
	const tool = webSearchTool({
		http: service.http,
		keys: fakeKeys(options.variables ?? {}, options.providers),
		settings: testSettings(options.settings),
		now: () => now,
		lastAsked: new Map(),
		sleep: async () => {},
		...options.deps,
	});
	return { tool, sent: service.sent };
}

/** The request to one provider and what comes of its answer. */
export async function exchange(
	provider: string,
	replies: Readonly<Record<string, Reply | readonly Reply[]>>,
	options: SearchOptions,
	params: Omit<WebSearchParams, "provider"> = { query: "bun" },
) {
	const { tool, sent } = searching(replies, options);
	const { details, content } = await runTool(tool, { ...params, ...{ provider, no_fallback: true } });
	if (!details?.response) throw new Error(String(content));
	const [request] = sent;
	return { request, sent, response: details.response };
}
