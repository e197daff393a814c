import type { SiteRequest } from "../handler/site-handler.ts";

/** A page of a site and what its API answered, in the shape the API documents. */
export interface RecordedPage {
	readonly url: string;
	/** By address: text as it is, anything else as JSON. What is not here is answered with 404. */
	readonly answers: Readonly<Record<string, unknown>>;
	readonly env?: Readonly<Record<string, string>>;
	/** The answer is a text of any content, so that only a status can be wrong with it. */
	readonly anyText?: true;
}

export interface Answer {
	readonly status: number;
	readonly text: string;
}

export interface RecordedSite extends SiteRequest {
	readonly requests: {
		readonly url: string;
		readonly headers: Readonly<Record<string, string>>;
		readonly body?: string;
	}[];
}

/** Answers from the record, or from `instead` where that says something. */
export function recordedSite(page: RecordedPage, instead?: (url: string) => Answer | undefined): RecordedSite {
	const requests: RecordedSite["requests"] = [];
	return {
		requests,
		signal: new AbortController().signal,
		env: (name) => page.env?.[name],
		async get(url, init = {}) {
			const accept: Record<string, string> = init.accept === undefined ? {} : { Accept: init.accept };
			requests.push({
				url,
				headers: { ...accept, ...init.headers },
				...(init.body === undefined ? {} : { body: init.body }),
			});
			if (instead) {
				const answer = instead(url);
				return answer && { ...answer, url };
			}
			const answer = page.answers[url];
			if (answer === undefined) return { status: 404, text: '{"message":"Not Found"}', url };
			return { status: 200, text: typeof answer === "string" ? answer : JSON.stringify(answer), url };
		},
	};
}
