import { askJson, askText } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { codeBlock } from "../handler/markdown-text.ts";
import type { SiteRender } from "../handler/site-handler.ts";

export const renderRfc: SiteRender = async (url, site) => {
	const number = /^\/(?:rfc|info|html|doc|doc\/html|doc\/rfc)\/rfc(\d{1,5})(?:\.html|\.txt)?\/?$/.exec(
		url.pathname,
	)?.[1];
	if (number === undefined) return undefined;
	const address = `https://www.rfc-editor.org/rfc/rfc${Number(number)}`;
	const [about, text] = await Promise.all([
		askJson(site, `${address}.json`),
		askText(site, `${address}.txt`, { accept: "text/plain" }),
	]);
	const title = about?.text("title");
	if (!about || title === undefined || text === undefined || /^\s*<(?:!doctype|html)/i.test(text)) return undefined;
	return cardResult({
		title: `RFC ${Number(number)}: ${title.trim()}`,
		facts: {
			Status: about.text("status")?.toLowerCase(),
			Date: about.text("pub_date"),
			Authors: about.texts(["authors"]),
			Obsoletes: about.texts(["obsoletes"]),
			"Obsoleted by": about.texts(["obsoleted_by"]),
			Updates: about.texts(["updates"]),
			"Updated by": about.texts(["updated_by"]),
			DOI: about.text("doi"),
			Errata: about.text("errata_url"),
		},
		sections: { Text: codeBlock(withoutPageBreaks(text), "text") },
	});
};

/** Older ones are set in pages: a footer, a form feed, a header. */
function withoutPageBreaks(text: string): string {
	return text
		.replace(/^\uFEFF/, "")
		.replace(/\n{1,6}[^\n]*\[Page \d+\]\s{0,4}\f[^\n]*\n[^\n]*\n{1,6}/g, "\n\n")
		.replaceAll("\f", "")
		.replace(/\n{3,}/g, "\n\n")
		.trim();
}
