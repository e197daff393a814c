import { askJson } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { points } from "../handler/comment-tree.ts";
import { htmlMarkdown, htmlText } from "../handler/html-markdown.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { day, joined } from "../handler/markdown-text.ts";
import type { SiteRender } from "../handler/site-handler.ts";

const api = "https://api.stackexchange.com/2.3";
const answersPerPage = 30;

export const renderStackExchange: SiteRender = async (url, site) => {
	const [, kind = "", id = ""] = /^\/(questions|q|a)\/(\d+)(?:\/|$)/.exec(url.pathname) ?? [];
	if (id === "") return undefined;
	// The API takes the domain of a site for its name.
	const options = `site=${url.hostname.replace(/^www\./, "")}&filter=withbody`;
	const address = kind === "a" ? `${api}/answers/${id}/questions` : `${api}/questions/${id}`;
	const question = (await askJson(site, `${address}?${options}`))?.at("items", 0);
	const [title, number] = [question?.text("title"), question?.text("question_id")];
	if (!question || title === undefined || number === undefined) return undefined;
	const list = `order=desc&sort=votes&pagesize=${answersPerPage}&${options}`;
	const answers = (await askJson(site, `${api}/questions/${number}/answers?${list}`))?.list("items") ?? [];
	const total = question.number("answer_count") ?? answers.length;
	return cardResult({
		title: htmlText(title),
		facts: {
			Score: question.number("score"),
			Views: question.number("view_count"),
			Tags: question.texts(["tags"]),
			Asked: day(question.number("creation_date")),
			Author: readName(question),
			Closed: question.text("closed_reason"),
			Link: question.text("link"),
		},
		sections: {
			Question: convertBody(question, url),
			Answers: inOrder(answers, kind === "a" ? id : undefined)
				.flatMap((answer) => {
					const body = convertBody(answer, url);
					const accepted = answer.flag("is_accepted") ? "accepted" : undefined;
					const asked = answer.text("answer_id") === id ? "the linked answer" : undefined;
					const head = joined(
						" · ",
						readName(answer) ?? "[deleted]",
						points(answer.number("score")),
						accepted,
						asked,
						day(answer.number("creation_date")),
					);
					return body === undefined ? [] : [`### ${head}\n\n${body}`];
				})
				.join("\n\n"),
		},
		notes: answers.length < total ? [`The ${answers.length} answers with most votes of ${total} are shown`] : [],
	});
};

/** The answer that was linked to, then the accepted one, then by votes. */
function inOrder(answers: readonly JsonReader[], linked: string | undefined): readonly JsonReader[] {
	const rank = (answer: JsonReader) => (answer.text("answer_id") === linked ? 0 : answer.flag("is_accepted") ? 1 : 2);
	return answers.toSorted((one, other) => rank(one) - rank(other));
}

function convertBody(post: JsonReader, url: URL): string | undefined {
	const html = post.text("body");
	return html === undefined ? undefined : htmlMarkdown(html, url.origin);
}

function readName(post: JsonReader): string | undefined {
	const name = post.text("owner", "display_name");
	return name === undefined ? undefined : htmlText(name);
}
