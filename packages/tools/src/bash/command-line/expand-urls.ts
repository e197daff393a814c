import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import type { UrlRouter } from "../../urls/url-router.ts";

/** Puts the files behind internal URLs into a command, as words of the shell. */
export async function expandUrls(command: string, urls: UrlRouter, signal: AbortSignal): Promise<string> {
	const schemes = urls.schemes().map((scheme) => scheme.replace(/[.+]/g, "\\$&"));
	if (schemes.length === 0) return command;
	const pattern = new RegExp(`(["']?)\\b((?:${schemes.join("|")})://[^\\s'"\`;&|<>()$]*)(["']?)`, "g");
	let expanded = "";
	let at = 0;
	for (const found of command.matchAll(pattern)) {
		const [whole, before = "", url = "", after = ""] = found;
		const path = await resolveUrlPath(url, urls, signal);
		const isWholeWord = before === after;
		const word = isPlain(path) ? path : isWholeWord ? quoteForShell(path) : path;
		expanded += command.slice(at, found.index);
		expanded += isWholeWord && !isPlain(path) ? word : `${before}${word}${after}`;
		at = found.index + whole.length;
	}
	return expanded + command.slice(at);
}

/** The same for a text that no shell reads: the whole of it is a URL, or none is replaced. */
export async function expandUrlValue(value: string, urls: UrlRouter, signal: AbortSignal): Promise<string> {
	return urls.find(value) ? resolveUrlPath(value, urls, signal) : value;
}

async function resolveUrlPath(url: string, urls: UrlRouter, signal: AbortSignal): Promise<string> {
	const scheme = urls.get(url);
	const path = scheme.pathOf ? scheme.pathOf(url) : (await scheme.resolve(url, { signal })).backingPath;
	if (path === undefined) throw new ToolError(`No file stands behind ${url}, so a command cannot use it`);
	if (scheme.scheme === "local") await mkdir(dirname(path), { recursive: true });
	return path;
}

function isPlain(path: string): boolean {
	return /^[\w@%+=:,./-]+$/.test(path);
}
