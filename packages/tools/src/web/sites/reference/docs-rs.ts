import { htmlMarkdown } from "../shared/html-markdown.ts";
import { attribute } from "../shared/html-tokens.ts";
import { oneLine } from "../shared/markdown-text.ts";
import type { SiteRender } from "../site-handler.ts";

/** Links to the source, marks of sections and switches, which rustdoc puts among the words. */
const clutter =
	/(?:^|\s)(?:anchor|doc-anchor|src|srclink|rightside|out-of-band|tooltip|since|hideme|rustdoc-toolbar|sidebar)(?:\s|$)/;

/** What rustdoc wrote has one shape on every page. */
export const renderDocsRs: SiteRender = async (url, site) => {
	const [first = ""] = url.pathname.slice(1).split("/");
	if (!/^[\w-]+$/.test(first) || /^(?:about|crate|releases|-)$/.test(first)) return undefined;
	const answer = await site.get(url.href, { accept: "text/html" });
	if (answer?.status !== 200 || answer.text.length > 8 * 1024 * 1024) return undefined;
	const markdown = htmlMarkdown(answer.text, {
		base: answer.url,
		only: (name, attributes) => name === "section" && attribute(attributes, "id") === "main-content",
		drop: (name, attributes) => name === "button" || clutter.test(attribute(attributes, "class") ?? ""),
	});
	if (markdown.length < 20) return undefined;
	const title = /<title>([^<]*)<\/title>/i.exec(answer.text)?.[1];
	return {
		markdown: `${markdown}\n`,
		contentType: "text/markdown",
		finalUrl: answer.url,
		...(title ? { title: oneLine(title) } : {}),
	};
};
