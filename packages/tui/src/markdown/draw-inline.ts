import { hyperlink } from "../text/hyperlink.ts";
import type { MarkdownStyle } from "./markdown-style.ts";
import type { Inline } from "./markdown-tree.ts";

const ISSUE = /(?<![\w/&#])#\d{1,7}\b/g;

/** A line of styled text, or several if the source has line breaks. */
export function drawInline(content: readonly Inline[], style: MarkdownStyle): string {
	const [only] = content;
	if (only !== undefined && content.length === 1) return drawPart(only, style);
	return content.map((inline) => drawPart(inline, style)).join("");
}

/** Only the text. */
export function plainInline(content: readonly Inline[]): string {
	return content
		.map((inline) => {
			if (typeof inline === "string") return inline;
			if (inline.kind === "code") return inline.text;
			if (inline.kind === "break") return "\n";
			return inline.kind === "image" ? inline.alt : plainInline(inline.children);
		})
		.join("");
}

function drawPart(inline: Inline, style: MarkdownStyle): string {
	const { theme } = style;
	if (typeof inline === "string") return withIssueLinks(inline, style);
	switch (inline.kind) {
		case "strong":
			return theme.bold(drawInline(inline.children, style));
		case "emphasis":
			return theme.italic(drawInline(inline.children, style));
		case "strikethrough":
			return theme.strikethrough(drawInline(inline.children, style));
		case "code":
			return linked(inline.text, theme.mdCode(inline.text), style);
		case "break":
			return "\n";
		case "image":
			return `${theme.mdLink(`[Image: ${inline.alt || "untitled"}]`)} ${theme.mdLinkUrl(`(${inline.src})`)}`;
		case "link":
			return drawLink(inline.href, inline.children, style);
	}
}

function drawLink(href: string, children: readonly Inline[], style: MarkdownStyle): string {
	const { theme } = style;
	const text = theme.mdLink(theme.underline(drawInline(children, style)));
	const isWritten = plainInline(children) === href || `mailto:${plainInline(children)}` === href;
	if (style.hyperlinks && /^(https?|file|mailto):/i.test(href)) return hyperlink(href, text);
	return isWritten ? text : `${text} ${theme.mdLinkUrl(`(${href})`)}`;
}

function linked(text: string, styled: string, style: MarkdownStyle): string {
	const target = style.linkTo?.(text);
	return target === undefined ? styled : hyperlink(target, styled);
}

function withIssueLinks(text: string, style: MarkdownStyle): string {
	if (!style.linkTo || !text.includes("#")) return text;
	return text.replace(ISSUE, (issue) => linked(issue, issue, style));
}
