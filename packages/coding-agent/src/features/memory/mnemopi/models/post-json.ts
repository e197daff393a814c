import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";

interface JsonPost {
	readonly url: URL;
	readonly apiKey?: string | undefined;
	readonly body: unknown;
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
}

const maxAnswerBytes = 64 * 1024 * 1024;

/** Asks an OpenAI-compatible endpoint. Whatever it does wrong is one line, in bounded time. */
export async function postJson({ url, apiKey, body, timeoutMs, signal }: JsonPost): Promise<unknown> {
	const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
	try {
		const response = await fetch(url, {
			method: "POST",
			headers: {
				accept: "application/json",
				"content-type": "application/json",
				...(apiKey && { authorization: `Bearer ${apiKey}` }),
			},
			body: JSON.stringify(body),
			// The key is for this server alone.
			redirect: "manual",
			signal: limit,
		});
		const size = Number(response.headers.get("content-length") ?? 0);
		if (size > maxAnswerBytes) throw new Error("the answer is too large");
		const text = await response.text();
		if (!response.ok) throw new Error(`${response.status} ${oneLine(text.replace(/<[^>]*>/g, " "), 200)}`.trim());
		return JSON.parse(text);
	} catch (error) {
		if (signal.aborted) throw signal.reason;
		const why = limit.aborted ? `no answer in ${timeoutMs / 1000} s` : oneLine(errorMessage(error), 200);
		throw new Error(`${url.origin}: ${why}`, { cause: error });
	}
}

/** The address of a method below a base such as `https://host/v1`; one that names the method already stays as it is. */
export function endpointUrl(base: string, method: string, setting: string): URL {
	const url = URL.parse(base.trim());
	if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) {
		throw new Error(`${setting} is not an http address: ${base}`);
	}
	if (!url.pathname.endsWith(`/${method}`)) url.pathname = `${url.pathname.replace(/\/+$/, "")}/${method}`;
	return url;
}
