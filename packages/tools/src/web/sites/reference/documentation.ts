import { type HtmlElement, htmlMarkdown } from "../handler/html-markdown.ts";
import { oneLine } from "../handler/markdown-text.ts";
import type { SiteRender } from "../handler/site-handler.ts";

/** Pages that one program wrote have one shape: an element with the text, and known names for what is not text. */
interface DocumentationPages {
	readonly path: RegExp;
	readonly text: (element: HtmlElement) => boolean;
	/** Names of classes. */
	readonly clutter: RegExp;
}

const rustdoc: DocumentationPages = {
	path: /^\/(?!(?:about|crate|releases|-)(?:\/|$))[\w-]+(?:\/|$)/,
	text: ({ attributes }) => attributes.id === "main-content",
	// Links to the source, marks of sections and switches.
	clutter:
		/(?:^|\s)(?:anchor|doc-anchor|src|srclink|rightside|out-of-band|tooltip|since|hideme|rustdoc-toolbar|sidebar)(?:\s|$)/,
};

const sphinx: DocumentationPages = {
	path: /^\//,
	text: ({ attributes }) => attributes.role === "main" || attributes.itemprop === "articleBody",
	clutter:
		/(?:^|\s)(?:headerlink|linenos|wy-breadcrumbs|rst-footer-buttons|viewcode-link|toctree-l[3-9]|copybtn)(?:\s|$)/,
};

/** The title stands near the start. */
const titleChars = 20_000;

export const renderDocsRs = documentationHandler(rustdoc);
export const renderReadTheDocs = documentationHandler(sphinx);

function documentationHandler(pages: DocumentationPages): SiteRender {
	return async (url, site) => {
		if (!pages.path.test(url.pathname)) return undefined;
		const answer = await site.get(url.href, { accept: "text/html" });
		if (answer?.status !== 200 || answer.text.length > 8 * 1024 * 1024) return undefined;
		const markdown = htmlMarkdown(answer.text, answer.url, {
			only: pages.text,
			drop: ({ attributes }) => pages.clutter.test(attributes.class ?? ""),
		});
		if (markdown.length < 40) return undefined;
		const title = /<title[^>]*>([^<]{1,300})<\/title>/i.exec(answer.text.slice(0, titleChars))?.[1];
		return {
			markdown: `${markdown}\n`,
			contentType: "text/markdown",
			finalUrl: answer.url,
			...(title ? { title: oneLine(title) } : {}),
		};
	};
}
