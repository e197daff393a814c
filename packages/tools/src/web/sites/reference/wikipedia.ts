import { askJson } from "../handler/ask-site.ts";
import { decodeParts } from "../handler/card-page.ts";
import { htmlMarkdown } from "../handler/html-markdown.ts";
import { oneLine } from "../handler/markdown-text.ts";
import type { SiteRender } from "../handler/site-handler.ts";

/** Boxes of links, footnotes and marks for editors. */
const clutter =
	/(?:^|\s)(?:ambox|asbox|authority-control|catlinks|hatnote|metadata|mw-editsection|mw-empty-elt|mw-references-wrap|navbox\S*|noprint|portalbox|reference|references|reflist|refbegin|shortdescription|side-box|sidebar|sistersitebox|toc)(?:\s|$)/;

export const renderWikipedia: SiteRender = async (url, site) => {
	const [title = ""] = decodeParts(/^\/wiki\/(.+)$/.exec(url.pathname)) ?? [];
	// Pages of other kinds (`Special:`, `File:`) are no articles; a colon with a space after it is part of a title.
	if (title === "" || /^[^:_ ]+:[^_ ]/.test(title) || url.searchParams.has("oldid")) return undefined;
	const host = url.hostname.replace(".m.", ".");
	const options =
		"prop=text&formatversion=2&format=json&redirects=1&disableeditsection=1&disabletoc=1&disablelimitreport=1";
	const json = await askJson(
		site,
		`https://${host}/w/api.php?action=parse&page=${encodeURIComponent(title)}&${options}`,
	);
	const [name, html] = [json?.text("parse", "title"), json?.text("parse", "text")];
	if (name === undefined || html === undefined) return undefined;
	const text = htmlMarkdown(html, `https://${host}/wiki/`, {
		drop: ({ tag, attributes }) => tag === "figure" || clutter.test(attributes.class ?? ""),
	});
	if (text === "") return undefined;
	return {
		markdown: `# ${oneLine(name)}\n\n${text}\n`,
		title: oneLine(name),
		contentType: "text/markdown",
		finalUrl: `https://${host}/wiki/${encodeURIComponent(name.replaceAll(" ", "_"))}`,
		notes: ["References and images are left out"],
	};
};
