import { withMath } from "@oh-my-pi/pi-tui/markdown/math/with-math";
import { mermaidSvg } from "@oh-my-pi/pi-tui/mermaid/mermaid-svg";

/** Markup in the text itself is shown, not interpreted. */
const options = { autolinks: true, noHtmlBlocks: true, noHtmlSpans: true } as const;

const allowedSchemes = new Set(["http", "https", "mailto"]);

/**
 * Markdown as HTML, by the parser that the terminal uses too. The result has no markup but the parser's own, no links that
 * run something, and loads nothing: images become links to them.
 */
export function markdownHtml(source: string): string {
	return Bun.markdown
		.html(withMath(source), options)
		.replace(/<img src="([^"]*)" alt="([^"]*)"(?: title="[^"]*")? \/>/g, (_, src: string, alt: string) =>
			isHarmless(src) ? `<a href="${src}">${alt || src}</a>` : alt,
		)
		.replace(/<a href="([^"]*)"/g, (link, href: string) => (isHarmless(href) ? link : "<a"))
		.replace(/<pre><code class="language-mermaid">([^<]*)<\/code><\/pre>/g, (code, text: string) =>
			withDiagram(code, text),
		);
}

/** The diagram, with its source below it; the source alone when it is not understood. */
function withDiagram(code: string, escapedSource: string): string {
	const svg = mermaidSvg(unescaped(escapedSource));
	if (svg === undefined) return code;
	return `<figure>${svg}<details><summary>Mermaid source</summary>${code}</details></figure>`;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function unescaped(html: string): string {
	return html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");
}

/** Relative addresses and those of known schemes. Browsers ignore blanks and control characters in a scheme. */
function isHarmless(address: string): boolean {
	const plain = decoded(address).replace(/[\s\p{C}]/gu, "");
	const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(plain) ?? [];
	return scheme === undefined || allowedSchemes.has(scheme.toLowerCase());
}

function decoded(address: string): string {
	const text = address
		.replace(/&(?:amp|#38|#x26);/gi, "&")
		.replace(/&#(?:x([\da-f]+)|(\d+));?/gi, (_, hex, decimal) =>
			String.fromCodePoint(Number.parseInt(hex ?? decimal, hex ? 16 : 10) % 0x110000),
		);
	try {
		return decodeURIComponent(text);
	} catch {
		// A percent sign that is no escape stands for itself.
		return text;
	}
}
