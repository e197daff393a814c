import { openPackage } from "./package-parts.ts";
import { attribute, xmlTokens } from "./xml.ts";

/** Paragraphs with their headings and list marks; a table row is one line. */
export async function docxText(path: string): Promise<string> {
	await using parts = await openPackage(path);
	const lines: string[] = [];
	let paragraph = "";
	let prefix = "";
	let inText = false;
	let cells: string[] | undefined;
	for (const token of xmlTokens(await parts.get("word/document.xml"))) {
		if (token.kind === "text") {
			if (inText) paragraph += token.text;
			continue;
		}
		const isOpen = token.kind === "open";
		switch (token.name) {
			case "w:t":
				inText = isOpen;
				break;
			case "w:tab":
				if (isOpen) paragraph += "\t";
				break;
			case "w:br":
				if (isOpen) paragraph += "\n";
				break;
			case "w:pStyle":
				if (isOpen) prefix = headingPrefix(attribute(token.attributes, "w:val")) ?? prefix;
				break;
			case "w:numPr":
				if (isOpen) prefix ||= "- ";
				break;
			case "w:tr":
				if (isOpen) cells = [];
				else if (cells) {
					lines.push(`| ${cells.join(" | ")} |`);
					cells = undefined;
				}
				break;
			case "w:p":
				if (isOpen) [paragraph, prefix] = ["", ""];
				else if (cells) cells.push(paragraph);
				else lines.push(paragraph && prefix + paragraph);
				break;
		}
	}
	return lines.join("\n");
}

function headingPrefix(style: string | undefined): string | undefined {
	if (style === "Title") return "# ";
	const level = /^heading(\d)$/i.exec(style ?? "")?.[1];
	return level && `${"#".repeat(Math.min(6, Number(level)))} `;
}
