/** Text with a link. The id lets a terminal treat the parts of a wrapped link as one. */
export function hyperlink(href: string, text: string): string {
	const target = encodeURI(decodedSafely(href));
	return `\x1b]8;id=${Bun.hash(target).toString(36).slice(0, 8)};${target}\x1b\\${text}\x1b]8;;\x1b\\`;
}

function decodedSafely(href: string): string {
	try {
		return decodeURI(href);
	} catch {
		// Malformed percent encoding: use the address unchanged.
		return href;
	}
}
