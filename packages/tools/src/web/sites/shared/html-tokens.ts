export type HtmlToken =
	| { readonly kind: "open" | "close"; readonly name: string; readonly attributes: string; readonly empty: boolean }
	| { readonly kind: "text"; readonly text: string };

/** The tags and texts of HTML or XML in order, in one pass however broken it is. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
	let at = 0;
	while (at < html.length) {
		const open = html.indexOf("<", at);
		if (open < 0) break;
		if (open > at) yield { kind: "text", text: decodeEntities(html.slice(at, open)) };
		if (html.startsWith("<![CDATA[", open)) {
			const end = endOf(html, "]]>", open);
			yield { kind: "text", text: html.slice(open + 9, end) };
			at = end + 3;
		} else if (html.startsWith("<!--", open)) {
			at = endOf(html, "-->", open) + 3;
		} else if (/[!?]/.test(html[open + 1] ?? "")) {
			at = endOf(html, ">", open) + 1;
		} else if (/[a-z]/i.test(html[open + (html[open + 1] === "/" ? 2 : 1)] ?? "")) {
			const end = endOfTag(html, open);
			const inside = html.slice(open + 1, end);
			const name = /^\/?([^\s/>]+)/.exec(inside)?.[1] ?? "";
			const close = inside.startsWith("/");
			const attributes = close ? "" : inside.slice(name.length);
			const empty = attributes.endsWith("/");
			yield { kind: close ? "close" : "open", name: name.toLowerCase(), attributes, empty };
			at = end + 1;
			if (!close && !empty && /^(?:script|style|textarea)$/i.test(name)) at = skipRawText(html, name, at);
		} else {
			yield { kind: "text", text: "<" };
			at = open + 1;
		}
	}
	if (at < html.length) yield { kind: "text", text: decodeEntities(html.slice(at)) };
}

/** The value of an attribute, from the text between the name of a tag and its end. */
export function attribute(attributes: string, name: string): string | undefined {
	const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes);
	const value = match?.[1] ?? match?.[2] ?? match?.[3];
	return value === undefined ? undefined : decodeEntities(value);
}

function endOf(html: string, mark: string, from: number): number {
	const end = html.indexOf(mark, from);
	return end < 0 ? html.length : end;
}

function endOfTag(html: string, from: number): number {
	let quote = "";
	for (let at = from; at < html.length; at++) {
		const character = html[at] ?? "";
		if (quote) {
			if (character === quote) quote = "";
		} else if (character === ">") return at;
		else if ((character === '"' || character === "'") && /[=\s]/.test(html[at - 1] ?? "")) quote = character;
	}
	return html.length;
}

/** Scripts and styles hold `<` that begin no tag. */
function skipRawText(html: string, name: string, from: number): number {
	const end = new RegExp(`</${name}`, "gi");
	end.lastIndex = from;
	return end.exec(html)?.index ?? html.length;
}

const named: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	nbsp: " ",
	ndash: "–",
	mdash: "—",
	hellip: "…",
	lsquo: "‘",
	rsquo: "’",
	ldquo: "“",
	rdquo: "”",
	laquo: "«",
	raquo: "»",
	bull: "•",
	middot: "·",
	copy: "©",
	reg: "®",
	trade: "™",
	times: "×",
	deg: "°",
	larr: "←",
	rarr: "→",
	le: "≤",
	ge: "≥",
	ne: "≠",
	minus: "−",
	euro: "€",
	sect: "§",
	thinsp: " ",
	ensp: " ",
	emsp: " ",
	zwj: "",
	zwnj: "",
	shy: "",
};

export function decodeEntities(text: string): string {
	if (!text.includes("&")) return text;
	return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
		if (!name.startsWith("#")) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
		const code = name[1]?.toLowerCase() === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});
}
