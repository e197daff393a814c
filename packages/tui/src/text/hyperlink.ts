/** Text with an address behind it. The id lets a terminal treat the pieces of a link that was wrapped as one. */
export function hyperlink(href: string, text: string): string {
	const target = encodeURI(decodedSafely(href));
	return `\x1b]8;id=${Bun.hash(target).toString(36).slice(0, 8)};${target}\x1b\\${text}\x1b]8;;\x1b\\`;
}

function decodedSafely(href: string): string {
	try {
		return decodeURI(href);
	} catch {
		// A stray percent sign: the address is taken as it stands.
		return href;
	}
}
