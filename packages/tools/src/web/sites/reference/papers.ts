import { askText } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { joined } from "../handler/markdown-text.ts";
import type { SiteRender } from "../handler/site-handler.ts";
import { readXml } from "../handler/xml-reader.ts";

export const renderPubmed: SiteRender = async (url, site) => {
	const id = /^\/(\d{1,9})\/?$/.exec(url.pathname)?.[1];
	if (id === undefined) return undefined;
	const address = `https://eutils.ncbi.nlm.nih.gov/entrez/eutils/efetch.fcgi?db=pubmed&id=${id}&retmode=xml`;
	const xml = await askText(site, address, { accept: "text/xml" });
	const record = xml === undefined ? undefined : readXml(xml).all("pubmedarticleset", "pubmedarticle")[0];
	const article = record?.all("medlinecitation", "article")[0];
	if (!record || !article) return undefined;
	const ids = record.all("pubmeddata", "articleidlist", "articleid");
	const numbered = (kind: string) => ids.find((entry) => entry.attribute("IdType") === kind)?.text();
	const date = article.all("journal", "journalissue", "pubdate")[0];
	return cardResult({
		title: article.text("articletitle"),
		facts: {
			Authors: article
				.all("authorlist", "author")
				.map((author) => joined(" ", author.text("forename"), author.text("lastname"))),
			Journal: article.text("journal", "title"),
			Date: joined(" ", date?.text("year"), date?.text("month"), date?.text("day")) || date?.text("medlinedate"),
			PMID: id,
			DOI: numbered("doi"),
			PMC: numbered("pmc"),
			Keywords: record.all("medlinecitation", "keywordlist", "keyword").map((keyword) => keyword.text()),
		},
		sections: {
			Abstract: article
				.all("abstract", "abstracttext")
				.map((part) => joined(": ", part.attribute("Label"), part.text()))
				.join("\n\n"),
		},
	});
};

/** The archive of the IACR answers to the protocol of open archives. */
export const renderIacr: SiteRender = async (url, site) => {
	const id = /^\/(\d{4}\/\d{1,5})\/?$/.exec(url.pathname)?.[1];
	if (id === undefined) return undefined;
	const identifier = encodeURIComponent(`oai:eprint.iacr.org:${id}`);
	const address = `https://eprint.iacr.org/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=${identifier}`;
	const xml = await askText(site, address, { accept: "text/xml" });
	const record =
		xml === undefined ? undefined : readXml(xml).all("oai-pmh", "getrecord", "record", "metadata", "oai_dc:dc")[0];
	if (!record) return undefined;
	return cardResult({
		title: record.text("dc:title"),
		facts: {
			Authors: record.all("dc:creator").map((author) => author.text()),
			Date: record.all("dc:date").map((date) => date.text()),
			Subjects: record.all("dc:subject").map((subject) => subject.text()),
			License: record.text("dc:rights"),
			PDF: `https://eprint.iacr.org/${id}.pdf`,
		},
		sections: { Abstract: record.text("dc:description") },
	});
};
