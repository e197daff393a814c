export type XmlToken =
	| { readonly kind: "open" | "close"; readonly name: string; readonly attributes: string }
	| { readonly kind: "text"; readonly text: string };

const tokenPattern =
	/<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<(\/?)([\w:.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/g;

/** The tags and texts of a document in order. A tag that closes itself is opened and closed. */
export function* xmlTokens(xml: string): Generator<XmlToken> {
	for (const [, data, slash, name, attributes = "", selfClosing, text] of xml.matchAll(tokenPattern)) {
		if (data !== undefined) yield { kind: "text", text: data };
		else if (text !== undefined) yield { kind: "text", text: decodeEntities(text) };
		else if (name !== undefined) {
			yield { kind: slash ? "close" : "open", name, attributes };
			if (selfClosing) yield { kind: "close", name, attributes: "" };
		}
	}
}

export function attribute(attributes: string, name: string): string | undefined {
	const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
	const value = match?.[1] ?? match?.[2];
	return value === undefined ? undefined : decodeEntities(value);
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function decodeEntities(text: string): string {
	if (!text.includes("&")) return text;
	return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
		if (!name.startsWith("#")) return named[name] ?? whole;
		const code = name[1]?.toLowerCase() === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});
}
