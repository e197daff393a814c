/** Renders the pages of one site as Markdown, from the site's public API. */
export interface SiteHandler {
	/** The method shown with the result, for example `github`. */
	readonly name: string;
	matches(url: URL): boolean;
	/** `undefined` on any doubt: the page is then fetched and converted like any other. */
	render(url: URL, site: SiteRequest): Promise<SiteResult | undefined>;
}

/** What a handler may use of the outside world. */
export interface SiteRequest {
	/**
	 * One request, a POST when there is a body. `undefined` when there was no answer: refused, unreachable, too large.
	 * A status other than 2xx is an answer.
	 */
	get(
		url: string,
		init?: {
			readonly accept?: string;
			readonly headers?: Readonly<Record<string, string>>;
			/** JSON to post. */
			readonly body?: string;
		},
	): Promise<{ readonly status: number; readonly text: string; readonly url: string } | undefined>;
	env(name: string): string | undefined;
	readonly signal: AbortSignal;
}

export interface SiteResult {
	readonly markdown: string;
	readonly title?: string;
	readonly finalUrl?: string;
	readonly contentType?: string;
	/** What the reader should know, for example that only the first 100 comments are shown. */
	readonly notes?: readonly string[];
}

export type SiteRender = SiteHandler["render"];
