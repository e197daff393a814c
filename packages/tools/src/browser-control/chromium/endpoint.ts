import { get as getPlainly } from "node:http";
import { get as getSecurely } from "node:https";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";

/** The debugging server of a browser: its HTTP address without a slash at the end, and the WebSocket to drive it. */
export interface Endpoint {
	readonly http: string;
	readonly webSocket: string;
}

const answerMs = 5000;
const maxBytes = 1024 * 1024;

/** Asks a debugging server for its WebSocket. Throws when nothing like a browser answers within five seconds. */
export async function findEndpoint(address: string, { signal }: { signal: AbortSignal }): Promise<Endpoint> {
	const url = debuggingUrl(address);
	if (url.protocol === "ws:" || url.protocol === "wss:") {
		return { http: `${url.protocol === "wss:" ? "https" : "http"}://${url.host}`, webSocket: url.href };
	}
	const version = await getJson(`${url.origin}/json/version`, signal);
	const webSocket = isRecord(version) ? version.webSocketDebuggerUrl : undefined;
	if (typeof webSocket !== "string" || !URL.canParse(webSocket)) {
		throw new ToolError(`${url.origin} is not the debugging address of a browser`);
	}
	return { http: url.origin, webSocket };
}

/** A page that can be driven. */
export interface PageTarget {
	readonly id: string;
	readonly url: string;
	readonly title: string;
}

export async function listPages({ http }: Endpoint, { signal }: { signal: AbortSignal }): Promise<PageTarget[]> {
	const list = await getJson(`${http}/json/list`, signal);
	if (!Array.isArray(list)) return [];
	return list.flatMap((entry: unknown) => {
		if (!isRecord(entry) || (entry.type !== "page" && entry.type !== "webview")) return [];
		const { id, url, title } = entry;
		return [{ id: String(id), url: String(url), title: String(title) }];
	});
}

/** Best effort: for a page whose process does not answer any more. */
export async function closePage({ http }: Endpoint, id: string): Promise<void> {
	await getText(`${http}/json/close/${id}`, AbortSignal.timeout(answerMs));
}

export function debuggingUrl(address: string): URL {
	const text = /^\w+:\/\//.test(address) ? address : `http://${address}`;
	if (!URL.canParse(text)) throw new ToolError(`Not an address: ${address}`);
	const url = new URL(text);
	if (!["http:", "https:", "ws:", "wss:"].includes(url.protocol)) {
		throw new ToolError(`Not a debugging address: ${address}. Expected for example http://127.0.0.1:9222`);
	}
	return url;
}

async function getJson(url: string, signal: AbortSignal): Promise<unknown> {
	try {
		return JSON.parse(await getText(url, AbortSignal.any([signal, AbortSignal.timeout(answerMs)])));
	} catch (error) {
		signal.throwIfAborted();
		const isLate = error instanceof Error && error.name === "TimeoutError";
		const why = isLate ? `no answer in ${answerMs / 1000} s` : errorMessage(error);
		throw new ToolError(
			`No browser answers at ${new URL(url).origin} (${why}). Start it with --remote-debugging-port.`,
			{ cause: error },
		);
	}
}

/** Straight to the server: `fetch` would take the proxy of the environment even for this machine. */
function getText(url: string, signal: AbortSignal): Promise<string> {
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	const get = url.startsWith("https:") ? getSecurely : getPlainly;
	const request = get(url, { agent: false, timeout: answerMs }, (response) => {
		if (response.statusCode !== 200) reject(new Error(`HTTP ${response.statusCode}`));
		const parts: Buffer[] = [];
		let size = 0;
		response.on("data", (part: Buffer) => {
			parts.push(part);
			size += part.length;
			if (size > maxBytes) request.destroy(new Error("the answer is too long"));
		});
		response.on("end", () => resolve(Buffer.concat(parts).toString("utf8"))).on("error", reject);
	});
	const onAbort = () => request.destroy(signal.reason);
	signal.addEventListener("abort", onAbort, { once: true });
	if (signal.aborted) onAbort();
	request.on("error", reject).on("close", () => signal.removeEventListener("abort", onAbort));
	signal.addEventListener("abort", () => reject(signal.reason), { once: true });
	return promise;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null;
}
