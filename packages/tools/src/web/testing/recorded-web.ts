import { type WebAccess, type WebAnswer, WebError, type WebRequest } from "../../services/web-access.ts";

export interface RecordedAnswer {
	readonly status?: number;
	/** `text/html` by default. */
	readonly type?: string;
	readonly body: string | Uint8Array;
	readonly headers?: Readonly<Record<string, string>>;
	/** After redirects. */
	readonly url?: string;
}

type Answering = RecordedAnswer | string | Error | ((request: WebRequest) => RecordedAnswer | Promise<RecordedAnswer>);

export interface RecordedWeb extends WebAccess {
	readonly seen: Array<{ readonly url: string; readonly request: WebRequest }>;
}

/** Answers by address; a text is an HTML page, what is not here is answered with 404. */
export function recordedWeb(
	answers: Readonly<Record<string, Answering>>,
	options: { readonly env?: Readonly<Record<string, string>>; readonly addresses?: readonly string[] } = {},
): RecordedWeb {
	const { env = {}, addresses = ["93.184.216.34"] } = options;
	const seen: RecordedWeb["seen"] = [];
	return {
		seen,
		env: (name) => env[name],
		admit: async () => ({ addresses }),
		async fetch(address, request) {
			const url = String(address);
			seen.push({ url, request });
			const given = answers[url] ?? { status: 404, type: "text/html", body: "<h1>Not found</h1>" };
			if (given instanceof Error) throw given;
			const found = typeof given === "function" ? await untilAborted(given(request), request.signal) : given;
			return answerOf(url, typeof found === "string" ? { body: found } : found);
		},
	};
}

async function untilAborted<Value>(value: Value | Promise<Value>, signal: AbortSignal): Promise<Value> {
	const { promise, reject } = Promise.withResolvers<never>();
	const stop = () => reject(signal.reason);
	if (signal.aborted) stop();
	signal.addEventListener("abort", stop, { once: true });
	return Promise.race([value, promise]);
}

function answerOf(
	url: string,
	{ status = 200, type = "text/html", body, headers = {}, url: final = url }: RecordedAnswer,
): WebAnswer {
	const bytes = new Uint8Array(Buffer.from(body));
	const all = new Headers({ ...(type !== "" && { "content-type": type }), ...headers });
	const text = () => new TextDecoder().decode(bytes);
	return {
		status,
		ok: status >= 200 && status < 300,
		url: final,
		headers: all,
		bytes,
		text,
		json: () => JSON.parse(text()),
	};
}

export const unreachable = new WebError("unreachable", "Cannot connect to a.example (ECONNREFUSED)");
