import { findProgram } from "@oh-my-pi/pi-natives/find-program";
import { innermost, reachOfAddress, reachOfHost } from "@oh-my-pi/pi-utils/net/inside-address";
import { RefusedAddress, WebError } from "../services/web-access.ts";
import type { HtmlBackend, PageFetch } from "./fetched-page.ts";

type Chosen = Exclude<HtmlBackend, "auto" | "native">;

/** A page as text by a converter other than our own; `undefined` when that does not work. */
export async function convertWith(backend: Chosen, html: string, fetch: PageFetch): Promise<string | undefined> {
	if (backend === "trafilatura") {
		return fromProgram(["trafilatura", "--output-format", "markdown", "--links", "--formatting"], html, fetch);
	}
	if (backend === "lynx")
		return fromProgram(["lynx", "-stdin", "-dump", "-nolist", "-force_html", "-width=120"], html, fetch);
	if (!(await mayLeave(fetch))) return undefined;
	try {
		return backend === "jina" ? await fromJina(fetch) : await fromParallel(fetch);
	} catch (error) {
		fetch.signal.throwIfAborted();
		if (error instanceof WebError || error instanceof RefusedAddress || error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/** Services outside learn of no address that is inside or has a password in it. */
async function mayLeave({ url, web, signal }: PageFetch): Promise<boolean> {
	if (url.username !== "" || url.password !== "") return false;
	const options = { toolName: "read", signal, namedByUser: true };
	const { addresses } = await web.admit(url, options).catch(() => ({ addresses: ["127.0.0.1"] }));
	const named = await reachOfHost(url.hostname, async () => []);
	return innermost([named, ...addresses.map(reachOfAddress)]) === "public";
}

async function fromJina({ url, web, get }: PageFetch): Promise<string | undefined> {
	const key = web.env("JINA_API_KEY");
	const answer = await get(`https://r.jina.ai/${url.href}`, {
		headers: { accept: "text/plain", ...(key && { authorization: `Bearer ${key}` }) },
	});
	if (!answer.ok) return undefined;
	// Before the text there are title, address and a heading.
	const text = answer.text();
	const heading = text.indexOf(jinaHeading);
	return (heading === -1 ? text : text.slice(heading + jinaHeading.length)).trim();
}

const jinaHeading = "Markdown Content:\n";

async function fromParallel({ url, web, get }: PageFetch): Promise<string | undefined> {
	const key = web.env("PARALLEL_API_KEY");
	if (!key) return undefined;
	const answer = await get("https://api.parallel.ai/v1/extract", {
		headers: { "x-api-key": key, "content-type": "application/json", accept: "application/json" },
		body: JSON.stringify({ urls: [url.href], advanced_settings: { full_content: true } }),
	});
	if (!answer.ok) return undefined;
	const results: unknown = Object(answer.json()).results;
	const [first] = Array.isArray(results) ? results : [];
	const { full_content: text } = Object(first);
	return typeof text === "string" ? text.trim() : undefined;
}

const maxOutput = 20 * 1024 * 1024;

/** The page goes in, text comes out; the program fetches nothing. */
async function fromProgram(
	command: readonly string[],
	html: string,
	{ signal, web }: PageFetch,
): Promise<string | undefined> {
	const [name = ""] = command;
	const path = findProgram(name, web.env("PATH"));
	if (path === undefined) return undefined;
	const child = Bun.spawn([path, ...command.slice(1)], {
		stdin: new TextEncoder().encode(html),
		stdout: "pipe",
		stderr: "ignore",
		maxBuffer: maxOutput,
		signal,
		killSignal: "SIGKILL",
	});
	const text = await new Response(child.stdout).text();
	signal.throwIfAborted();
	return (await child.exited) === 0 ? text.trim() : undefined;
}
