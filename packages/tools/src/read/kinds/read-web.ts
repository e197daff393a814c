import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { splitSelector } from "../../files/paths/selector.ts";
import type { ArtifactSpace } from "../../output/artifact-space.ts";
import { fenced } from "../../output/outside-content.ts";
import { fetchPage } from "../../web/fetch-page.ts";
import type { FetchedPage } from "../../web/fetched-page.ts";
import { type ReadDetails, readName } from "../contract/details.ts";
import type { CachedPage } from "../contract/page-cache.ts";
import type { PageDeps, ReadDeps } from "../contract/read-ports.ts";
import { showText } from "../text/read-text.ts";

/** What reading web pages takes. */
const maxShownBytes = 16 * 1024;
const maxShownLines = 300;

/** A web page as text, in parts; parts of a page that was read before come from the cache. */
export async function readWeb(
	requestedUrl: string,
	signal: AbortSignal,
	deps: ReadDeps,
	pages: PageDeps,
): Promise<ToolOutput<ReadDetails>> {
	if (!pages.isEnabled()) throw new ToolError("Reading web pages is switched off (fetch.enabled)");
	const { path, selector } = splitSelector(requestedUrl);
	const url = URL.parse(/^www\./i.test(path) ? `https://${path}` : path);
	if (!url || url.hostname === "") throw new ToolError(`'${path}' is not a valid URL`);
	url.hash = "";
	const address = withoutPassword(url);
	const known = selector.ranges.length > 0 ? pages.cache.find(address, selector.raw) : undefined;
	const entry = known ?? (await load(url, address, selector.raw, signal, deps, pages));
	const { page } = entry;
	const header = formatHeader(page);
	const facts = buildDetails(address, page);
	if (page.image) {
		const text = { type: "text" as const, text: `${header}\n\n${page.text}` };
		return { content: [text, { type: "image", ...page.image }], details: facts };
	}
	const isError = page.method === "failed";
	if (page.text === "") return { content: header, details: facts, isError };
	const options = {
		shown: address,
		selector,
		plain: true,
		limit: maxShownLines,
		maxBytes: maxShownBytes,
		maxColumns: 0,
	};
	const output = showText(page.text, options, deps);
	const shown = typeof output.content === "string" ? output.content : "";
	const { truncation } = output.details ?? {};
	const artifactId = truncation && saveArtifact(entry, pages.artifacts);
	const meta = {
		...output.details?.meta,
		source: { type: "url", value: address } as const,
		...(truncation && { truncation: { ...truncation, ...(artifactId !== undefined && { artifactId }) } }),
	};
	const content = `${header}\n\n---\n\n${fenced(shown, page.url)}`;
	return { content, details: { ...output.details, ...facts, meta }, isError };
}

async function load(
	url: URL,
	address: string,
	raw: boolean,
	signal: AbortSignal,
	{ images }: ReadDeps,
	{ web, backend, cache }: PageDeps,
): Promise<CachedPage> {
	const page = await fetchPage(url, { web, images, backend: backend(), signal, toolName: readName, raw });
	return page.method === "failed" ? { page } : cache.put(address, raw, page);
}

function formatHeader({ url, contentType, method, notes }: FetchedPage): string {
	const rows = [`URL: ${url}`, ...(contentType ? [`Content-Type: ${contentType}`] : []), `Method: ${method}`];
	return [...rows, ...(notes.length > 0 ? [`Notes: ${notes.join("; ")}`] : [])].join("\n");
}

function buildDetails(url: string, { url: finalUrl, contentType, method, notes }: FetchedPage): ReadDetails {
	return {
		kind: "url",
		url,
		finalUrl,
		...(contentType && { contentType }),
		method,
		...(notes.length > 0 && { notes }),
		meta: { source: { type: "url", value: url } },
	};
}

/** The whole text, kept when a part of it is shown first. */
function saveArtifact(entry: CachedPage, artifacts: ArtifactSpace | undefined): string | undefined {
	if (entry.artifactId !== undefined) return entry.artifactId;
	try {
		const id = artifacts?.save(readName, entry.page.text).id;
		if (id !== undefined) entry.artifactId = id;
		return id;
	} catch {
		// Without the artifact the rest is still read in parts.
		return undefined;
	}
}

function withoutPassword(url: URL): string {
	const plain = new URL(url);
	plain.username = "";
	plain.password = "";
	return plain.href;
}
