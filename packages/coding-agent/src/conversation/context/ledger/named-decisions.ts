import { textOf } from "@oh-my-pi/pi-ai/message";
import { cutMiddle } from "../../compaction/serialize.ts";
import type { AnsweredCall } from "../answered-calls.ts";

const maxDecisions = 40;
const maxCharacters = 400;
const sections = ["Constraints & Preferences", "Key Decisions"];

/** What was settled: known before, answered by the user when asked, or listed by the summary. */
export function namedDecisions(
	previous: readonly string[],
	answers: readonly AnsweredCall[],
	summary: string,
): string[] {
	const answered = answers.map(({ result }) => `Asked, the user answered: ${textOf(result.content)}`);
	const all = [...previous, ...answered, ...sections.flatMap((title) => itemsOf(summary, title))];
	return [...new Set(all.map((text) => cutMiddle(text.trim(), maxCharacters)).filter(Boolean))].slice(-maxDecisions);
}

/** The list items of a Markdown section, or its lines where it has no list. */
function itemsOf(markdown: string, title: string): string[] {
	const lines = markdown.split("\n");
	const start = lines.findIndex((line) => line.startsWith("## ") && line.slice(3).trim() === title);
	if (start === -1) return [];
	const rest = lines.slice(start + 1);
	const end = rest.findIndex((line) => /^(## |---)/.test(line));
	const body = rest.slice(0, end === -1 ? rest.length : end).map((line) => line.trim());
	return body.filter((line) => line !== "").map((line) => line.replace(/^(?:[-*]|\d+\.)\s+/, ""));
}
