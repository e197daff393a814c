import { ask, ServiceError, textOf } from "../../web/api/ask-json.ts";
import { resolveCount, type SearchProvider, type SearchSource } from "../provider/search-provider.ts";
import { parseSource } from "../provider/source.ts";

const periods = { day: "d", week: "w", month: "m", year: "y" } as const;

/** The page for browsers without scripts; needs no key. */
export const duckduckgo: SearchProvider = {
	id: "duckduckgo",
	name: "DuckDuckGo",
	isAvailable: () => true,
	async search(request, { http }) {
		const form = new URLSearchParams({
			q: request.text,
			kl: "wt-wt",
			...(request.recency && { df: periods[request.recency] }),
		});
		const answer = await ask(http, {
			url: "https://html.duckduckgo.com/html/",
			headers: {
				accept: "text/html",
				"content-type": "application/x-www-form-urlencoded",
				"user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
				referer: "https://html.duckduckgo.com/",
			},
			body: form.toString(),
			signal: request.signal,
		});
		const page = textOf(answer);
		if (answer.status === 202 || /anomaly-modal|anomaly\.js|challenge-form/.test(page)) {
			throw new ServiceError("asks for a proof of being human; set a key of another provider");
		}
		const sources = sourcesIn(page);
		if (sources.length === 0 && !/class="[^"]*(?:no-results|result)/.test(page)) {
			throw new ServiceError("answered with an unknown page");
		}
		return { sources: sources.slice(0, resolveCount(request, { default: 10, max: 20 })), authMode: "keyless" };
	},
};

function sourcesIn(page: string): readonly SearchSource[] {
	// Each result begins with its title.
	const blocks = page.split(/(?=<div[^>]*class="[^"]*\bresult\b[^"]*")/).slice(1);
	return blocks.flatMap((block) => {
		if (/^<div[^>]*class="[^"]*\bresult--ad\b/.test(block)) return [];
		const link = /<a\b([^>]*class="[^"]*\bresult__a\b[^"]*"[^>]*)>([\s\S]*?)<\/a>/.exec(block);
		const href = /href="([^"]*)"/.exec(link?.[1] ?? "")?.[1];
		const snippet = /class="[^"]*\bresult__snippet\b[^"]*"[^>]*>([\s\S]*?)<\/(?:a|div|td)>/.exec(block)?.[1];
		return parseSource({ title: link?.[2], url: parseTarget(href), snippet });
	});
}

/** Links go through a redirect that has the address in `uddg`. */
function parseTarget(href: string | undefined): string | undefined {
	const address = href?.replaceAll("&amp;", "&");
	if (address === undefined || !URL.canParse(address, "https://duckduckgo.com")) return undefined;
	const url = new URL(address, "https://duckduckgo.com");
	const target = url.searchParams.get("uddg") ?? url.href;
	// An advertisement.
	return /^https?:\/\/duckduckgo\.com\/y\.js/.test(target) ? undefined : target;
}
