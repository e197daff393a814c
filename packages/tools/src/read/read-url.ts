import { stat } from "node:fs/promises";
import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { conflictScheme } from "../shared/conflicts/conflict-url.ts";
import { type Selector, splitSelector } from "../shared/paths/selector.ts";
import { showPath } from "../shared/paths/show-path.ts";
import { isWebUrl, schemeOf } from "../shared/paths/uri.ts";
import type { UrlResource, UrlScheme } from "../shared/urls/url-router.ts";
import type { ReadDetails } from "./details.ts";
import type { ReadDeps } from "./read.ts";
import { readBytes, readTextBytes } from "./read-bytes.ts";
import { readLocal } from "./read-local.ts";
import { readTextFile, showText } from "./read-text.ts";

export function isUrl(path: string): boolean {
	return isWebUrl(path) || schemeOf(path) !== undefined;
}

/** Whatever a scheme's owner gives for an address, paged like a file. */
export async function readUrl(given: string, signal: AbortSignal, deps: ReadDeps): Promise<ToolOutput<ReadDetails>> {
	if (isWebUrl(given) && deps.pages) {
		return (await import("./read-web.ts")).readWeb(given, signal, deps, deps.pages);
	}
	const { path, selector } = splitSelector(given);
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
	const { fenced } = await import("../shared/output/outside-content.ts");
	return { ...output, content: fenced(output.content, outside) };
}

function schemeFor(url: string, deps: ReadDeps): UrlScheme {
	const base = { cwd: deps.cwd(), home: deps.home };
	if (schemeOf(url) === "conflict") return conflictScheme(deps.conflicts, (path) => showPath(path, base));
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
