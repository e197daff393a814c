/** Whether a page may load a file. A document is shown as a page or in a frame; the rest is what a page consists of. */
export type AdmitFile = (url: string, kind: { readonly isDocument: boolean }) => boolean;

interface Answer {
	readonly id?: number;
	readonly method?: string;
	readonly params?: unknown;
	readonly error?: { readonly message?: string };
}

const connectMs = 5000;
/** Pages of the browser itself, which show its settings and run with more rights. */
const ownPage = /^(?:chrome|chrome-untrusted|devtools|edge|brave|view-source|chrome-extension):/i;

/**
 * Keeps the pages of a browser away from files and from pages of the browser itself: in frames, links, popups, redirects, and
 * whatever code navigates to. It has a connection of its own to the browser, which the code of tabs does not share.
 */
export async function guardPages(
	webSocket: string,
	admit: AdmitFile,
	onRefused: (why: string) => void,
): Promise<Disposable> {
	const socket = new WebSocket(webSocket);
	const waiting = new Map<number, PromiseWithResolvers<void>>();
	let count = 0;
	const send = (method: string, params: object): Promise<void> => {
		const id = ++count;
		const answer = Promise.withResolvers<void>();
		waiting.set(id, answer);
		socket.send(JSON.stringify({ id, method, params }));
		return answer.promise;
	};
	/** A page that is gone needs no answer. */
	const tell = (method: string, params: object) => void send(method, params).catch(() => {});
	const paused = ({ requestId, request, resourceType }: PausedRequest) => {
		if (admit(request.url, { isDocument: resourceType === "Document" })) {
			return tell("Fetch.continueRequest", { requestId });
		}
		onRefused(`Refused: ${request.url.slice(0, maxShownUrl)} is not for pages`);
		tell("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
	};
	const changed = ({ targetInfo }: ChangedTarget) => {
		if (targetInfo.type !== "page" || !ownPage.test(targetInfo.url) || isPartOfWindow(targetInfo.url)) return;
		onRefused(`Refused: ${targetInfo.url.slice(0, maxShownUrl)} is a page of the browser itself`);
		tell("Target.closeTarget", { targetId: targetInfo.targetId });
	};
	socket.onmessage = ({ data }) => {
		const { id, method, params, error } = JSON.parse(String(data)) as Answer;
		if (id !== undefined) {
			const answer = waiting.get(id);
			waiting.delete(id);
			if (error) answer?.reject(new Error(error.message ?? "The browser refused"));
			else answer?.resolve();
		} else if (method === "Fetch.requestPaused") paused(params as PausedRequest);
		else if (method === "Target.targetInfoChanged") changed(params as ChangedTarget);
	};
	try {
		await opened(socket);
		await send("Fetch.enable", { patterns: [{ urlPattern: "file:*" }] });
		await send("Target.setDiscoverTargets", { discover: true });
	} catch (error) {
		socket.close();
		throw error;
	}
	return { [Symbol.dispose]: () => socket.close() };
}

const maxShownUrl = 300;

interface PausedRequest {
	readonly requestId: string;
	readonly request: { readonly url: string };
	readonly resourceType: string;
}

interface ChangedTarget {
	readonly targetInfo: { readonly targetId: string; readonly type: string; readonly url: string };
}

/** Chromium draws parts of its windows as pages. */
function isPartOfWindow(url: string): boolean {
	return /^chrome:\/\/[\w.-]+\.top-chrome\//.test(url);
}

async function opened(socket: WebSocket): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const timer = setTimeout(() => reject(new Error("The browser does not answer")), connectMs);
	socket.onopen = () => resolve();
	socket.onerror = () => reject(new Error("The browser does not answer"));
	await promise.finally(() => clearTimeout(timer));
}
