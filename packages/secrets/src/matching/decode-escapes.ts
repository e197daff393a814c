import { type MappedText, MappedTextBuilder } from "./mapped-text.ts";

interface Encoding {
	/** Texts without it are not looked at. */
	readonly hint: string;
	readonly escapes: RegExp;
	/** `undefined` for what stands for nothing. */
	readonly decode: (written: string) => string | undefined;
}

const letters: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const entities: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">", apos: "'", nbsp: "\u00a0" };

const json: Encoding = {
	hint: "\\",
	escapes: /\\(?:u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\}|U[\da-fA-F]{8}|x[\da-fA-F]{2}|["'`\\/bfnrt])/g,
	decode: (written) => {
		const kind = written[1] ?? "";
		if (written.length > 2) return character(Number.parseInt(written.slice(2).replace(/[{}]/g, ""), 16));
		return letters[kind] ?? kind;
	},
};

function character(code: number): string | undefined {
	return code <= 0x10_ffff ? String.fromCodePoint(code) : undefined;
}

const html: Encoding = {
	hint: "&",
	escapes: /&(?:[a-z]{2,4}|#\d{1,7}|#[xX][\da-fA-F]{1,6});/g,
	decode: (written) => {
		const name = written.slice(1, -1);
		if (!name.startsWith("#")) return entities[name];
		const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
		return code > 0 ? character(code) : undefined;
	},
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

const url: Encoding = {
	hint: "%",
	// A character of several bytes is decoded at once.
	escapes: /%(?:[0-7][\da-f]|[cd][\da-f]%[\da-f]{2}|e[\da-f](?:%[\da-f]{2}){2}|f[\da-f](?:%[\da-f]{2}){3})/gi,
	decode: (written) => {
		try {
			return utf8.decode(Buffer.from(written.replaceAll("%", ""), "hex"));
		} catch {
			// Bytes of another character set.
			return undefined;
		}
	},
};

/** Each encoding by itself, and those that occur within each other. */
const nestings: ReadonlyArray<readonly Encoding[]> = [
	...[[json], [html], [url]],
	...[
		[json, json],
		[json, html],
		[html, json],
		[json, url],
		[url, json],
		[html, url],
	],
	[json, json, json],
];

/** What a text says once the escapes of JSON, HTML and URLs are read, in each way that applies to it. */
export function decodeEscapes(text: string): Array<readonly MappedText[]> {
	const known = new Map<string, readonly MappedText[] | undefined>([["", []]]);
	return nestings.flatMap((nesting) => {
		const hints = nesting.map(({ hint }) => hint);
		const before = known.get(hints.slice(0, -1).join(""));
		const encoding = nesting.at(-1);
		const decoded = before && encoding && decodeOnce(before.at(-1)?.text ?? text, encoding);
		const layers = before && decoded ? [...before, decoded] : undefined;
		known.set(hints.join(""), layers);
		return layers ? [layers] : [];
	});
}

function decodeOnce(text: string, { hint, escapes, decode }: Encoding): MappedText | undefined {
	if (!text.includes(hint)) return undefined;
	const builder = new MappedTextBuilder();
	let from = 0;
	for (const { index, 0: written } of text.matchAll(escapes)) {
		const decoded = decode(written);
		if (decoded === undefined) continue;
		builder.copy(text, from, index);
		builder.put(decoded, index, written.length);
		from = index + written.length;
	}
	if (from === 0) return undefined;
	builder.copy(text, from, text.length);
	return builder.build();
}
