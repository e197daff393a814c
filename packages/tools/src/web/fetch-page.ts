import type { ImageService } from "../services/services.ts";
import { RefusedAddress, type WebAccess, type WebAnswer, WebError } from "../services/web-access.ts";
import { decodeText, isText } from "./charset.ts";
import {
	type FetchedPage,
	type GetOptions,
	type HtmlBackend,
	type PageFetch,
	parseContentType,
} from "./fetched-page.ts";
import { renderAnswer } from "./render-answer.ts";
import { renderSite } from "./render-site.ts";
import { TimeBudget } from "./time-budget.ts";

export interface FetchOptions {
	readonly web: WebAccess;
	readonly images: ImageService;
	readonly backend: HtmlBackend;
	readonly signal: AbortSignal;
	readonly toolName: string;
	/** The body as it is. */
	readonly raw: boolean;
	/** For everything; 20 s by default. */
	readonly timeoutMs?: number;
}

const defaultTimeoutMs = 20_000;
const browserHeaders = {
	"user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
	accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
	"accept-language": "en-US,en;q=0.9",
};
const otherAgent = "omp/1.0";
const blockedStatuses = new Set([403, 406, 429, 503]);
const challenge =
	/cf-challenge|cf_chl|just a moment|attention required|captcha|are you (?:a )?(?:human|robot)|bot detection|access denied/i;
const shownErrorChars = 2000;

/** An address as text. A failure is a result as well; throws only for addresses that must not be reached, and when aborted. */
export async function fetchPage(url: URL, options: FetchOptions): Promise<FetchedPage> {
	const { timeoutMs = defaultTimeoutMs } = options;
	using budget = new TimeBudget(timeoutMs, () => new WebError("timeout", `No answer within ${timeoutMs / 1000} s`));
	const fetch = pageFetch(url, options, budget);
	try {
		const site = options.raw ? undefined : await renderSite(fetch);
		if (site) return site;
		const answer = await getUnblocked(fetch);
		if (!answer.ok) return failedAnswer(answer);
		return await (options.raw ? rawPage(answer) : renderAnswer(answer, fetch));
	} catch (error) {
		options.signal.throwIfAborted();
		if (error instanceof RefusedAddress || !(error instanceof WebError)) throw error;
		return failed(url.href, `Failed to fetch URL; Cause: ${error.message}`);
	}
}

function pageFetch(url: URL, options: FetchOptions, budget: TimeBudget): PageFetch {
	const { web, images, backend, toolName } = options;
	const signal = AbortSignal.any([options.signal, budget.signal]);
	return {
		url,
		web,
		backend,
		images,
		signal,
		get(target: string, { headers, body, ...limits }: GetOptions = {}) {
			return web.fetch(target, {
				toolName,
				signal,
				onWaiting: budget.hold,
				timeoutMs: defaultTimeoutMs,
				headers: { ...browserHeaders, ...headers },
				...(body !== undefined && { method: "POST" as const, body }),
				...limits,
			});
		},
	};
}

/** An answer for robots is asked for once more as somebody else. */
async function getUnblocked(fetch: PageFetch): Promise<WebAnswer> {
	const first = await fetch.get(fetch.url.href);
	if (!isBlocked(first)) return first;
	const second = await fetch.get(fetch.url.href, { headers: { "user-agent": otherAgent } });
	return second.ok && !isBlocked(second) ? second : first;
}

function isBlocked(answer: WebAnswer): boolean {
	if (blockedStatuses.has(answer.status)) return true;
	return answer.bytes.length < 50_000 && parseContentType(answer) === "text/html" && hasChallenge(answer);
}

function hasChallenge(answer: WebAnswer): boolean {
	const text = answer.text();
	return challenge.test(/<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? "") || /cf-challenge|cf_chl_opt/.test(text);
}

function failedAnswer(answer: WebAnswer): FetchedPage {
	const { status, url } = answer;
	const contentType = parseContentType(answer);
	// APIs say there what is wrong; pages for people do not.
	const hasErrorText = /json|text\/plain/.test(contentType) && isText(answer.bytes);
	const text = hasErrorText
		? decodeText(answer.bytes, answer.headers.get("content-type") ?? "").slice(0, shownErrorChars)
		: "";
	const wait = answer.headers.get("retry-after") ?? "";
	const notes = [
		`Failed to fetch URL (HTTP ${status})`,
		...(/^[\w ,:+-]{1,40}$/.test(wait) ? [`Retry-After: ${wait}`] : []),
	];
	return { url, contentType, method: "failed", notes, text };
}

export function failed(url: string, note: string, contentType = ""): FetchedPage {
	return { url, contentType, method: "failed", notes: [note], text: "" };
}

function rawPage(answer: WebAnswer): FetchedPage {
	const { bytes, headers, url } = answer;
	const contentType = parseContentType(answer);
	if (!isText(bytes)) return failed(url, `Binary content (${bytes.length} bytes) is not shown`, contentType);
	return { url, contentType, method: "raw", notes: [], text: decodeText(bytes, headers.get("content-type") ?? "") };
}
