import { openPackage, type PackageParts } from "./package-parts.ts";
import { attribute, xmlTokens } from "./xml.ts";

/** Each sheet under its name, a row a line. */
export async function xlsxText(path: string): Promise<string> {
	await using parts = await openPackage(path);
	const strings = sharedStrings((await parts.find("xl/sharedStrings.xml")) ?? "");
	const texts: string[] = [];
	for (const { name, part } of await sheets(parts)) {
		texts.push([`## ${name}`, ...rows(await parts.get(part), strings)].join("\n"));
	}
	return texts.join("\n\n");
}

async function sheets(parts: PackageParts): Promise<Array<{ name: string; part: string }>> {
	const targets = new Map<string, string>();
	for (const token of xmlTokens((await parts.find("xl/_rels/workbook.xml.rels")) ?? "")) {
		if (token.kind !== "open" || token.name !== "Relationship") continue;
		const target = attribute(token.attributes, "Target") ?? "";
		targets.set(attribute(token.attributes, "Id") ?? "", target.startsWith("/") ? target.slice(1) : `xl/${target}`);
	}
	const found: Array<{ name: string; part: string }> = [];
	for (const token of xmlTokens(await parts.get("xl/workbook.xml"))) {
		if (token.kind !== "open" || token.name !== "sheet") continue;
		const part = targets.get(attribute(token.attributes, "r:id") ?? "");
		if (part) found.push({ name: attribute(token.attributes, "name") ?? part, part });
	}
	return found;
}

/** A string may come in several runs of one format each. */
function sharedStrings(xml: string): string[] {
	const strings: string[] = [];
	let text = "";
	let inText = false;
	for (const token of xmlTokens(xml)) {
		if (token.kind === "text") {
			if (inText) text += token.text;
		} else if (token.name === "t") inText = token.kind === "open";
		else if (token.name === "si" && token.kind === "close") {
			strings.push(text);
			text = "";
		}
	}
	return strings;
}

function rows(xml: string, strings: readonly string[]): string[] {
	const lines: string[] = [];
	let cells: string[] = [];
	let type: string | undefined;
	let column = 0;
	let value = "";
	let inValue = false;
	for (const token of xmlTokens(xml)) {
		if (token.kind === "text") {
			if (inValue) value += token.text;
			continue;
		}
		const isOpen = token.kind === "open";
		if (token.name === "v" || token.name === "t") inValue = isOpen;
		else if (token.name === "c" && isOpen) {
			type = attribute(token.attributes, "t");
			column = parseColumn(attribute(token.attributes, "r")) ?? cells.length;
			value = "";
		} else if (token.name === "c") cells[column] = (type === "s" ? strings[Number(value)] : value) ?? "";
		else if (token.name === "row" && isOpen) cells = [];
		else if (token.name === "row") {
			if (cells.some(Boolean)) lines.push(`| ${Array.from(cells, (cell) => cell ?? "").join(" | ")} |`);
		}
	}
	return lines;
}

/** `C7` is column 2. */
function parseColumn(reference: string | undefined): number | undefined {
	const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
	if (letters === undefined) return undefined;
	return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
