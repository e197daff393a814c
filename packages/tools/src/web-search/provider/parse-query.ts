/** A query with its operators apart. */
export interface SearchQuery {
	/** Without operators that are constraints; phrases and `OR` stay. */
	readonly words: string;
	readonly sites: readonly string[];
	readonly excludedSites: readonly string[];
	/** `2026-01-31` */
	readonly after?: string;
	readonly before?: string;
	readonly inUrl: readonly string[];
	readonly inTitle: readonly string[];
	readonly fileTypes: readonly string[];
	readonly phrases: readonly string[];
	readonly excludedWords: readonly string[];
}

/** `-`, a name before a colon, and a value that may be quoted; or a quoted text; or a word. */
const token = /(-?)(?:(\w+):)?"([^"]*)"|\S+/g;

/** Parses the operators of web search engines: `site: -site: after: before: inurl: intitle: filetype: "…" -x OR`. */
export function parseQuery(text: string): SearchQuery {
	const words: string[] = [];
	const found = {
		sites: [] as string[],
		excludedSites: [] as string[],
		inUrl: [] as string[],
		inTitle: [] as string[],
		fileTypes: [] as string[],
		phrases: [] as string[],
		excludedWords: [] as string[],
	};
	const dates: { after?: string; before?: string } = {};
	for (const [whole, minus, quotedName, quoted] of text.matchAll(token)) {
		const part = quoted === undefined ? bare(whole) : { not: minus === "-", name: quotedName, value: quoted };
		const { not, value } = part;
		const name = part.name?.toLowerCase();
		if (value.trim() === "") {
			words.push(whole);
		} else if (name === "site") {
			(not ? found.excludedSites : found.sites).push(normalizeSite(value));
		} else if ((name === "after" || name === "before") && !not && normalizeDay(value) !== undefined) {
			const day = normalizeDay(value);
			if (day !== undefined) dates[name] = day;
		} else if (name === "inurl" && !not) {
			found.inUrl.push(value.toLowerCase());
		} else if (name === "intitle" && !not) {
			found.inTitle.push(value.toLowerCase());
		} else if ((name === "filetype" || name === "ext") && !not) {
			found.fileTypes.push(value.toLowerCase().replace(/^\./, ""));
		} else if (name === undefined && not) {
			found.excludedWords.push(value.toLowerCase());
		} else {
			if (name === undefined && quoted !== undefined) found.phrases.push(value);
			words.push(whole);
		}
	}
	return { words: withoutStrayOr(words).join(" "), ...found, ...dates };
}

function bare(word: string): { not: boolean; name?: string; value: string } {
	const match = /^(-?)(site|after|before|inurl|intitle|filetype|ext):(.+)$/i.exec(word);
	if (match) return { not: match[1] === "-", ...(match[2] && { name: match[2] }), value: match[3] ?? "" };
	// `-5` and `--flag` are things to look for.
	return /^-[^\d-]/.test(word) ? { not: true, value: word.slice(1) } : { not: false, value: word };
}

/** `https://www.Example.org/docs/` → `example.org/docs` */
function normalizeSite(value: string): string {
	return value
		.toLowerCase()
		.replace(/^[a-z]+:\/\//, "")
		.replace(/^(?:www|\*)?\./, "")
		.replace(/^www\./, "")
		.replace(/\/+$/, "");
}

/** A day, also from a year or a month; `undefined` for what is no date. */
function normalizeDay(value: string): string | undefined {
	const match = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/.exec(value);
	if (!match) return undefined;
	const [, year = "", month = "1", day = "1"] = match;
	const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
	return Number.isNaN(Date.parse(date)) ? undefined : date;
}

/** `OR` between constraints that were taken out connects nothing any more. */
function withoutStrayOr(words: readonly string[]): readonly string[] {
	return words.filter((word, index) => {
		const [before, after] = [words[index - 1], words[index + 1]];
		return word !== "OR" || (before !== undefined && before !== "OR" && after !== undefined && after !== "OR");
	});
}
