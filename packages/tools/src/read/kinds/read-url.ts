import { stat } from "node:fs/promises";
import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { currentPlace } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { showPath } from "@oh-my-pi/pi-policy/paths/show-path";
import { isWebUrl, parseScheme } from "@oh-my-pi/pi-policy/paths/uri";
import { conflictScheme } from "../../files/conflicts/conflict-url.ts";
import { type Selector, splitSelector } from "../../files/paths/selector.ts";
import type { UrlResource, UrlScheme } from "../../urls/url-router.ts";
import type { ReadDetails } from "../contract/details.ts";
import type { ReadDeps } from "../contract/read-ports.ts";
import { readBytes, readTextBytes } from "../text/read-bytes.ts";
import { readTextFile, showText } from "../text/read-text.ts";
import { readLocal } from "./read-local.ts";

export function isUrl(path: string): boolean {
	return isWebUrl(path) || parseScheme(path) !== undefined;
}

/** Whatever a scheme's owner gives for an address, paged like a file. */
export async function readUrl(
	requestedUrl: string,
	signal: AbortSignal,
	deps: ReadDeps,
): Promise<ToolOutput<ReadDetails>> {
	if (isWebUrl(requestedUrl) && deps.pages) {
		return (await import("./read-web.ts")).readWeb(requestedUrl, signal, deps, deps.pages);
	}
	const { path, selector } = splitSelector(requestedUrl);
	const url = /^www\./i.test(path) ? `https://${path}` : path;
	const resource = await schemeFor(url, deps).resolve(url, { signal });
	if (resource.unpaged === "always" && selector.ranges.length > 0) {
		throw new ToolError("Cannot combine query extraction with line selectors");
	}
	const output = await fencedIfOutside(await show(url, resource, selector, signal, deps), resource);
	const type = isWebUrl(url) ? "url" : "internal";
	const meta = { ...output.details?.meta, source: { type, value: url } as const };
	const notes = resource.notes && resource.notes.length > 0 ? { notes: resource.notes } : {};
	return { ...output, details: { ...output.details, ...(type === "url" && { kind: type }), url, ...notes, meta } };
}

async function fencedIfOutside(output: ToolOutput<ReadDetails>, { outside }: UrlResource) {
	if (outside === undefined || typeof output.content !== "string") return output;
	const { fenced } = await import("../../output/outside-content.ts");
	return { ...output, content: fenced(output.content, outside) };
}

function schemeFor(url: string, deps: ReadDeps): UrlScheme {
	const base = currentPlace(deps);
	if (parseScheme(url) === "conflict") return conflictScheme(deps.conflicts, (path) => showPath(path, base));
	if (!deps.urls) throw new ToolError(`Path '${url}' not found`);
	return deps.urls.get(url);
}

async function show(
	url: string,
	resource: UrlResource,
	selector: Selector,
	signal: AbortSignal,
	deps: ReadDeps,
): Promise<ToolOutput<ReadDetails>> {
	const { backingPath, mutable, text, unpaged } = resource;
	const { raw, ranges, firstByte = 0 } = selector;
	const isByBytes = raw && ranges.length === 0;
	if (backingPath !== undefined) {
		const facts = await stat(backingPath).catch(() => undefined);
		if (!facts) throw new ToolError(`Path '${url}' not found`);
		if (mutable || facts.isDirectory())
			return readLocal({ path: backingPath, shown: url, selector, facts }, signal, deps);
		if (isByBytes) return readBytes(backingPath, { shown: url, firstByte });
		return readTextFile(backingPath, facts.size, { shown: url, selector, plain: true }, deps);
	}
	if (isByBytes && !unpaged) return readTextBytes(text, { shown: url, firstByte });
	const isWhole = unpaged === "always" || (unpaged === "without-selector" && selector.ranges.length === 0);
	return isWhole ? { content: text } : showText(text, { shown: url, selector, plain: true }, deps);
}
