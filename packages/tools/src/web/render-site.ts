import { RefusedAddress, WebError } from "../services/web-access.ts";
import type { FetchedPage, PageFetch } from "./fetched-page.ts";

const siteBytes = 10 * 1024 * 1024;
/** An API that does not answer leaves time for the page itself. */
const siteTimeoutMs = 6000;

/** A page of a site that has an interface for programs; `undefined` on any doubt. */
export async function renderSite(fetch: PageFetch): Promise<FetchedPage | undefined> {
	const { siteHandlerFor } = await import("./sites/sites.ts");
	const handler = siteHandlerFor(fetch.url);
	const result = await handler?.render(fetch.url, {
		signal: fetch.signal,
		env: (name) => fetch.web.env(name),
		async get(url, { accept, headers, body } = {}) {
			try {
				const answer = await fetch.get(url, {
					maxBytes: siteBytes,
					timeoutMs: siteTimeoutMs,
					headers: {
						...(accept !== undefined && { accept }),
						...(body !== undefined && { "content-type": "application/json" }),
						...headers,
					},
					...(body !== undefined && { body }),
				});
				return { status: answer.status, text: answer.text(), url: answer.url };
			} catch (error) {
				fetch.signal.throwIfAborted();
				// The page is on that host as well, and whoever was asked has answered.
				if (error instanceof RefusedAddress && new URL(url).host === fetch.url.host) throw error;
				if (error instanceof WebError || error instanceof RefusedAddress) return undefined;
				throw error;
			}
		},
	});
	if (!handler || !result) return undefined;
	return {
		url: result.finalUrl ?? fetch.url.href,
		contentType: result.contentType ?? "text/markdown",
		method: handler.name,
		notes: result.notes ?? [],
		text: result.markdown,
	};
}
