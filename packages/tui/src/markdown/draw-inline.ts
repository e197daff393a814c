import { hyperlink } from "../text/hyperlink.ts";
import type { MarkdownLook } from "./markdown-look.ts";
import type { Inline } from "./markdown-tree.ts";

const ISSUE = /(?<![\w/&#])#\d{1,7}\b/g;

/** A line of styled text, or several if the source has line breaks. */
export function drawInline(content: readonly Inline[], look: MarkdownLook): string {
	return content.map((inline) => drawPart(inline, look)).join("");
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

function drawPart(inline: Inline, look: MarkdownLook): string {
	const { theme } = look;
	if (typeof inline === "string") return withIssueLinks(inline, look);
	switch (inline.kind) {
		case "strong":
			return theme.bold(drawInline(inline.children, look));
		case "emphasis":
			return theme.italic(drawInline(inline.children, look));
		case "strikethrough":
			return theme.strikethrough(drawInline(inline.children, look));
		case "code":
			return linked(inline.text, theme.mdCode(inline.text), look);
		case "break":
			return "\n";
		case "image":
			return `${theme.mdLink(`[Image: ${inline.alt || "untitled"}]`)} ${theme.mdLinkUrl(`(${inline.src})`)}`;
		case "link":
			return drawLink(inline.href, inline.children, look);
	}
}

function drawLink(href: string, children: readonly Inline[], look: MarkdownLook): string {
	const { theme } = look;
	const text = theme.mdLink(theme.underline(drawInline(children, look)));
	const isWritten = plainInline(children) === href || `mailto:${plainInline(children)}` === href;
	if (look.hyperlinks && /^(https?|file|mailto):/i.test(href)) return hyperlink(href, text);
	return isWritten ? text : `${text} ${theme.mdLinkUrl(`(${href})`)}`;
}

function linked(text: string, styled: string, look: MarkdownLook): string {
	const target = look.linkTo?.(text);
	return target === undefined ? styled : hyperlink(target, styled);
}

function withIssueLinks(text: string, look: MarkdownLook): string {
	if (!look.linkTo || !text.includes("#")) return text;
	return text.replace(ISSUE, (issue) => linked(issue, issue, look));
}
