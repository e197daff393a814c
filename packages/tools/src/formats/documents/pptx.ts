import { openPackage } from "./package-parts.ts";
import { xmlTokens } from "./xml.ts";

/** The texts of each slide under its number. */
export async function pptxText(path: string): Promise<string> {
	await using parts = await openPackage(path);
	const slides = parts.names
		.flatMap((name) => {
			const number = /^ppt\/slides\/slide(\d+)\.xml$/.exec(name)?.[1];
			return number === undefined ? [] : [{ name, number: Number(number) }];
		})
		.sort((a, b) => a.number - b.number);
	const texts = await Promise.all(
		slides.map(async ({ name, number }) => [`## Slide ${number}`, ...paragraphs(await parts.get(name))].join("\n")),
	);
	return texts.join("\n\n");
}

function paragraphs(xml: string): string[] {
	const lines: string[] = [];
	let line = "";
	let inText = false;
	for (const token of xmlTokens(xml)) {
		if (token.kind === "text") {
			if (inText) line += token.text;
		} else if (token.name === "a:t") inText = token.kind === "open";
		else if (token.name === "a:p" && token.kind === "close") {
			if (line.trim()) lines.push(line);
			line = "";
		}
	}
	return lines;
}
