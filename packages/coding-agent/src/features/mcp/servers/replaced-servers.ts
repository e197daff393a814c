import type { McpServer } from "../../../discovery/capabilities/mcp-servers.ts";

/** Tools of Exa that our web search does not have. */
const moreExaTools = /web_fetch_exa|web_search_advanced_exa/;
const browserPrograms =
	/(?:^|[\s/@])(?:@playwright\/mcp|playwright-mcp|mcp-playwright|mcp-server-playwright|playwright-mcp-server|server-puppeteer|puppeteer-mcp(?:-server)?|mcp-server-puppeteer|chrome-devtools-mcp|browser-mcp|mcp-browser(?:-use)?|browsermcp)(?:@[\w.-]+)?(?:[\s/]|$)/i;

/** A server that searches with Exa, and does nothing that our own search does not. */
export function isExaServer(server: McpServer): boolean {
	const words = wordsOf(server);
	const isExa =
		hostOf(server.url) === "mcp.exa.ai" || /(?:^|[\s/])(?:exa-mcp-server|exa-mcp)(?:@[\w.-]+)?(?:[\s/]|$)/.test(words);
	return (isExa || /https:\/\/mcp\.exa\.ai\b/.test(words)) && !moreExaTools.test(`${words} ${server.url ?? ""}`);
}

/** The key in its address, environment or headers. */
export function exaKey({ url, env = {}, headers = {}, args = [] }: McpServer): { apiKey?: string } {
	const addresses = [url, ...args].filter((word): word is string => word !== undefined && URL.canParse(word));
	const inAddress = addresses.map((address) => new URL(address).searchParams.get("exaApiKey")).find(Boolean);
	const header = Object.entries(headers).find(([name]) => name.toLowerCase() === "x-api-key")?.[1];
	const apiKey = inAddress ?? env.EXA_API_KEY ?? header;
	// What is not a key itself names where one is; only a connection resolves that.
	return apiKey && !/^[!$]/.test(apiKey) ? { apiKey } : {};
}

export function isBrowserServer(server: McpServer): boolean {
	return browserPrograms.test(wordsOf(server));
}

function wordsOf({ command = "", args = [] }: McpServer): string {
	return [command, ...args].join(" ");
}

function hostOf(url: string | undefined): string | undefined {
	return url !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;
}
