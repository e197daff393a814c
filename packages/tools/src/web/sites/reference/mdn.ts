import { askJson } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { htmlMarkdown } from "../handler/html-markdown.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import type { SiteRender } from "../handler/site-handler.ts";

/** Each page of MDN has its content beside it as `index.json`. */
export const renderMdn: SiteRender = async (url, site) => {
	const path = /^\/[a-zA-Z-]+\/docs\/[\w./%:*()@$-]+?(?=\/?$)/.exec(url.pathname)?.[0];
	if (path === undefined) return undefined;
	const json = await askJson(site, `https://developer.mozilla.org${path}/index.json`);
	const doc = json?.at("doc");
	const sections = doc?.list("body") ?? [];
	const text = sections.flatMap((section) => sectionText(section, url.href)).join("\n\n");
	if (!doc || text === "") return undefined;
	return cardResult({
		title: doc.text("title"),
		facts: {
			Modified: doc.text("modified")?.slice(0, 10),
			Baseline: doc.text("baseline", "baseline"),
			Source: doc.text("source", "github_url"),
		},
		text,
	});
};

function sectionText(section: JsonReader, base: string): readonly string[] {
	const value = section.at("value");
	const heading = value.text("title");
	const html = value.text("content");
	const marks = value.flag("isH3") ? "###" : "##";
	const text =
		section.text("type") === "browser_compatibility"
			? (value.text("query") ?? "") && `Compatibility data: \`${value.text("query")}\``
			: section.text("type") === "specifications"
				? value
						.list("specifications")
						.map(
							(specification) =>
								`- ${specification.text("title") ?? ""} ${specification.text("bcdSpecificationURL") ?? ""}`,
						)
						.join("\n")
				: htmlMarkdown(html ?? "", base);
	if (text.trim() === "") return [];
	return [heading === undefined ? text : `${marks} ${htmlMarkdown(heading, base)}\n\n${text}`];
}
