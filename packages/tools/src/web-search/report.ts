import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import type { Citation, SearchResponse, SearchSource } from "./provider/search-provider.ts";

const maxSnippet = 240;
const maxCitedText = 240;
const maxQueries = 3;
const maxQueryLength = 120;

/** What the model reads of a response. */
export function formatReport(response: SearchResponse, sources: readonly SearchSource[]): string {
	const { answer, citations = [], relatedQuestions = [], searchQueries = [] } = response;
	const parts = [
		...(answer ? [answer.trim()] : []),
		...(sources.length > 0 ? [`${answer ? "## Sources\n" : ""}${sources.map(sourceText).join("\n")}`] : []),
		...(citations.length > 0 ? [`## Citations\n${citations.map(citationText).join("\n")}`] : []),
		...(relatedQuestions.length > 0
			? [`## Related\n${relatedQuestions.map((question) => `- ${oneLine(question)}`).join("\n")}`]
			: []),
		...(searchQueries.length > 0 ? [queriesText(searchQueries)] : []),
	];
	return parts.join("\n\n");
}

function sourceText({ title, url, snippet, age, publishedDate }: SearchSource, index: number): string {
	const when = age ?? formatDay(publishedDate);
	const lines = [`[${index + 1}] ${oneLine(title)}${when ? ` (${when})` : ""}`, `    ${url}`];
	if (snippet) lines.push(`    ${cut(oneLine(snippet), maxSnippet)}`);
	return lines.join("\n");
}

function citationText({ url, title, citedText }: Citation, index: number): string {
	const lines = [`[${index + 1}] ${oneLine(title)}`, `    ${oneLine(url)}`];
	if (citedText) lines.push(`    ${cut(oneLine(citedText), maxCitedText)}`);
	return lines.join("\n");
}

function queriesText(queries: readonly string[]): string {
	const shown = queries.slice(0, maxQueries).map((query) => `- ${cut(oneLine(query), maxQueryLength)}`);
	return [`Search queries: ${queries.length}`, ...shown].join("\n");
}

/** The day of a date, or what the provider wrote. */
function formatDay(date: string | undefined): string | undefined {
	if (date === undefined) return undefined;
	const at = Date.parse(date);
	return Number.isNaN(at) ? cut(oneLine(date), 40) : new Date(at).toISOString().slice(0, 10);
}

function cut(text: string, maxLength: number): string {
	return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`;
}
