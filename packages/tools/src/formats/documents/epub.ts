import { dirname, posix } from "node:path";
import { DocumentError } from "./document-error.ts";
import { openPackage } from "./package-parts.ts";
import { attribute, xmlTokens } from "./xml.ts";

/** The chapters in reading order. */
export async function epubText(path: string): Promise<string> {
	await using parts = await openPackage(path);
	const container = [...xmlTokens(await parts.get("META-INF/container.xml"))];
	const root = container.find((token) => token.kind === "open" && token.name === "rootfile");
	const book = root?.kind === "open" ? attribute(root.attributes, "full-path") : undefined;
	if (!book) throw new DocumentError("it does not name its contents");
	const files = new Map<string, string>();
	const chapters: string[] = [];
	for (const token of xmlTokens(await parts.get(book))) {
		if (token.kind !== "open") continue;
		const id = attribute(token.attributes, token.name.endsWith("itemref") ? "idref" : "id") ?? "";
		if (token.name.endsWith("itemref")) {
			const file = files.get(id);
			const chapter = file === undefined ? undefined : await parts.find(file);
			if (chapter !== undefined) chapters.push(pageText(chapter));
		} else if (token.name.endsWith("item")) {
			const href = decodeURIComponent(attribute(token.attributes, "href") ?? "");
			files.set(id, posix.normalize(posix.join(dirname(book), href)));
		}
	}
	return chapters.filter(Boolean).join("\n\n");
}

const blocks = /^(?:p|div|h[1-6]|li|tr|br|section|article|blockquote|pre|ul|ol|table|hr)$/;

function pageText(xml: string): string {
	let text = "";
	let hidden = 0;
	for (const token of xmlTokens(xml)) {
		if (token.kind === "text") {
			if (hidden === 0) text += token.text.replace(/\s+/g, " ");
			continue;
		}
		const name = token.name.toLowerCase();
		if (["head", "style", "script"].includes(name)) hidden += token.kind === "open" ? 1 : -1;
		if (!blocks.test(name)) continue;
		text += "\n";
		if (token.kind === "open" && /^h[1-6]$/.test(name)) text += `${"#".repeat(Number(name[1]))} `;
		if (token.kind === "open" && name === "li") text += "- ";
	}
	return text
		.replace(/[ \t]*\n[ \t]*/g, "\n")
		.replace(/\n{3,}/g, "\n\n")
		.trim();
}
