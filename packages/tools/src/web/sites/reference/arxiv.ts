import { askText } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { day } from "../handler/markdown-text.ts";
import type { SiteRender } from "../handler/site-handler.ts";
import { readXml } from "../handler/xml-reader.ts";

/** The page about a paper; its PDF and HTML are documents and read as such. */
export const renderArxiv: SiteRender = async (url, site) => {
	const id = /^\/abs\/((?:[a-z-]+(?:\.[A-Z]{2})?\/)?\d[\d.]+(?:v\d+)?)\/?$/.exec(url.pathname)?.[1];
	if (id === undefined) return undefined;
	const xml = await askText(site, `https://export.arxiv.org/api/query?id_list=${encodeURIComponent(id)}&max_results=1`);
	const entry = xml === undefined ? undefined : readXml(xml).all("feed", "entry")[0];
	const summary = entry?.text("summary");
	// An unknown id is answered with an entry that says so.
	if (!entry || summary === undefined || entry.all("author").length === 0 || entry.text("title") === "Error")
		return undefined;
	const short = id.replace(/v\d+$/, "");
	return cardResult({
		title: entry.text("title"),
		facts: {
			Authors: entry.all("author").map((author) => author.text("name")),
			Published: day(entry.text("published")),
			Updated: day(entry.text("updated")),
			Categories: entry.all("category").map((category) => category.attribute("term")),
			Comment: entry.text("arxiv:comment"),
			Journal: entry.text("arxiv:journal_ref"),
			DOI: entry.text("arxiv:doi"),
			PDF: `https://arxiv.org/pdf/${id}`,
			HTML: `https://arxiv.org/html/${short}`,
		},
		sections: { Abstract: summary.replace(/\s+/g, " ") },
	});
};
