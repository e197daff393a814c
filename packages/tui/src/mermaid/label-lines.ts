import { wrapTextWithAnsi } from "../text/wrap.ts";

const MAX_LABEL = 28;
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', nbsp: " " };

/** The text of a label: without quotes, entities and tags, wrapped. */
export function labelLines(text: string): string[] {
	const plain = text
		.trim()
		.replace(/^"(.*)"$/s, "$1")
		.replace(/^`(.*)`$/s, "$1")
		.replace(/[&#](lt|gt|amp|quot|nbsp);/g, (all, name) => entities[name] ?? all);
	const lines = plain.split(/<br\s*\/?>|\\n/i).map((line) => line.replace(/<\/?[bi]>|\*\*/g, "").trim());
	return lines.flatMap((line) => wrapTextWithAnsi(line, MAX_LABEL));
}
