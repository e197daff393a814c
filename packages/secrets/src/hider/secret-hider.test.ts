import { expect, test } from "bun:test";
import type { PlainSecret, SecretEntry } from "../entries/secret-entry.ts";
import { tokenSecret } from "../entries/token-secret.ts";
import { compilePattern } from "../patterns/compile-pattern.ts";
import { SecretHider } from "./secret-hider.ts";

const key = new Uint8Array(32).fill(7);
const plain = (value: string, more: Partial<PlainSecret> = {}): PlainSecret => ({
	...{ type: "plain", source: "file", mode: "obfuscate", value },
	...more,
});
const regex = (source: string, more: Partial<SecretEntry> = {}): SecretEntry =>
	({
		...{ type: "regex", source: "file", mode: "obfuscate" },
		pattern: compilePattern(source, { place: "secrets.yml entry 1", clock: () => 0 }),
		...more,
	}) as SecretEntry;
const hiderOf = (...entries: SecretEntry[]) => new SecretHider(entries, key);

test("hide: a value becomes a placeholder with hash, label and the way it is written, and comes back", () => {
	const hider = hiderOf(
		plain("hunter22hunter", { label: "DB" }),
		plain("12345678901"),
		plain("ABCDEFGHI"),
		plain("Zyxwvutsr"),
	);
	const hidden = hider.hide("a hunter22hunter b 12345678901 c ABCDEFGHI d Zyxwvutsr");
	expect(hidden).toMatch(
		/^a \$\$DB_[0-9A-Z]{12}:L\$\$ b \$\$[0-9A-Z]{12}\$\$ c \$\$[0-9A-Z]{12}:U\$\$ d \$\$[0-9A-Z]{12}:C\$\$$/,
	);
	expect(hider.restore(hidden)).toBe("a hunter22hunter b 12345678901 c ABCDEFGHI d Zyxwvutsr");
});

test("hide: the same value has the same placeholder in another process, and another one with another key", () => {
	const text = "the value s3cret-v4lue-1";
	const first = hiderOf(plain("s3cret-v4lue-1"));
	const hidden = first.hide(text);
	expect(hiderOf(plain("other-value-99"), plain("s3cret-v4lue-1")).hide(text)).toBe(hidden);
	expect(hiderOf(plain("s3cret-v4lue-1")).restore(hidden)).toBe(text);
	expect(new SecretHider([plain("s3cret-v4lue-1")], new Uint8Array(32)).hide(text)).not.toBe(hidden);
});

test("hide: values that differ only in case have hashes of their own", () => {
	const hider = hiderOf(plain("abcdefgh1"), plain("ABCDEFGH1"));
	const [lower, upper] = hider.hide("abcdefgh1 ABCDEFGH1").split(" ");
	expect(lower).toEndWith(":L$$");
	expect(upper).toEndWith(":U$$");
	expect(lower?.slice(2, 14)).not.toBe(upper?.slice(2, 14) ?? "");
});

test("hide: of values that contain each other the longest is hidden, and values that overlap are hidden as one", () => {
	const hider = hiderOf(plain("abcdefgh"), plain("xx-abcdefgh-yy"), plain("gh-12345678"));
	for (const text of ["xx-abcdefgh-yy", "abcdefgh-12345678", "abcdefgh"]) {
		const hidden = hider.hide(`<${text}>`);
		expect(hidden).toMatch(/^<\$\$[0-9A-Z]{12}:L\$\$>$/);
		expect(hider.restore(hidden)).toBe(`<${text}>`);
	}
});

test("hide: a value inside JSON, a URL and Base64 at any place is hidden, and comes back as it stood there", () => {
	const value = 'p"ss\\w/rd and\nmore ü';
	const hider = hiderOf(plain(value));
	const texts = [
		JSON.stringify({ password: value }),
		JSON.stringify(JSON.stringify({ password: value })),
		`https://user:${encodeURIComponent(value)}@host/`,
		...["", "u", "us", "usr:"].map((before) => Buffer.from(`${before}${value}after`).toString("base64")),
		Buffer.from(`x${value}`).toString("base64url"),
	];
	for (const text of texts) {
		const hidden = hider.hide(text);
		expect(hidden).toContain("$$");
		expect(hider.restore(hidden)).toBe(text);
	}
});

test("hide: what a pattern finds is hidden inside Base64, too", () => {
	const token = `ghp_${"aB3".repeat(12)}`;
	const hider = new SecretHider([tokenSecret, regex("acme-\\d+")], key);
	for (const secret of [token, "acme-1234567890"]) {
		for (const before of ["", "u:", "us:", "usr:"]) {
			for (const prefix of ["x: ", "dir/", "ab/", "a/"]) {
				const text = `${prefix}${Buffer.from(`${before}${secret} and more`).toString("base64")}`;
				const hidden = hider.hide(text);
				const left = hidden.replace(/\$\$\w{12}(?::\w)?\$\$/, "");
				expect([hidden.includes("$$"), left.length < 30]).toEqual([true, true]);
				expect(hider.restore(hidden)).toBe(text);
			}
		}
	}
});

/** What can still be decoded of a text in Base64, wherever it begins. */
const decodable = (hidden: string) =>
	hidden
		.split(/\$\$\w{12}(?::\w)?\$\$/)
		.map((part) => part.replace(/^[ \t]*(?:[+-]?\d+[:|]\s*|\+)?/gm, "").replace(/\s|\\r|\\n|"|,/g, ""))
		.flatMap((part) => [0, 1, 2, 3].map((shift) => Buffer.from(part.slice(shift), "base64").toString("latin1")))
		.join("|");

test("hide: a value in Base64 of several lines is hidden wherever the lines break, numbered, marked or inside a string", () => {
	const value = "env0-3f9c1b2a4d5e6f708192a3b4c5d6e7f8";
	const token = `ghp_${"a1B2c3D4e5".repeat(4)}`;
	const hider = new SecretHider([plain(value), tokenSecret], key);
	const wraps: Array<readonly [columns: number, wrap: (lines: string[]) => string]> = [
		[76, (lines) => lines.join("\n")],
		[64, (lines) => lines.join("\r\n")],
		[20, (lines) => lines.join("\n")],
		[76, (lines) => lines.map((line) => `    ${line}`).join("\n")],
		[76, (lines) => lines.map((line, i) => `${i + 1}:${line}`).join("\n")],
		[76, (lines) => lines.map((line, i) => `${i + 1}|${line}`).join("\n")],
		[76, (lines) => lines.map((line) => `+${line}`).join("\n")],
		[76, (lines) => lines.join("\\n")],
		[76, (lines) => lines.join("\\r\\n")],
		[76, (lines) => JSON.stringify(lines, null, 1)],
	];
	for (const [columns, wrap] of wraps) {
		for (let before = 0; before < columns; before++) {
			const file = `${"A=".padEnd(before, "x")} ${value}\nB=${token}\n${"rest ".repeat(9)}`;
			const lines =
				Buffer.from(file)
					.toString("base64")
					.match(new RegExp(`.{1,${columns}}`, "g")) ?? [];
			const text = wrap(lines);
			const hidden = hider.hide(text);
			expect([before, hidden.split("$$").length - 1]).toEqual([before, 4]);
			const left = decodable(hidden);
			for (const secret of [value.slice(4, 14), value.slice(-10), token.slice(0, 14), token.slice(-10)])
				expect([before, left.includes(secret)]).toEqual([before, false]);
			expect(hider.restore(hidden)).toBe(text);
		}
	}
});

test("hide: a value that JSON escapes inside of Base64 is hidden, whoever wrote the JSON", () => {
	const value = 'pass "w\\ord" <ü/äö> & 77aa';
	const hider = hiderOf(plain(value));
	const ascii = (text: string) =>
		text.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
	const files = [
		JSON.stringify({ value }),
		ascii(JSON.stringify({ value })),
		JSON.stringify(JSON.stringify({ value })),
	];
	for (const file of files) {
		for (let before = 0; before < 76; before++) {
			const encoded = Buffer.from(`${"x".repeat(before)}${file}${"rest ".repeat(9)}`).toString("base64");
			for (const text of [encoded, encoded.replace(/.{76}/g, "$&\n")]) {
				const hidden = hider.hide(text);
				expect([file, before, /w\\+ord|77aa/.test(decodable(hidden))]).toEqual([file, before, false]);
				expect(hider.restore(hidden)).toBe(text);
			}
		}
	}
});

test("hide: a known token is found after an escape whose last letter would be one of its word", () => {
	const secret = `ghp_${"aB3".repeat(12)}`;
	const hider = new SecretHider([tokenSecret], key);
	for (const before of ["\\n", "\\\\t", "\\u000a", "%0A", "%0a", " ", "=", ""]) {
		expect(hider.hide(`${before}${secret}`)).toMatch(/\$\$\w{12}:M\$\$$/);
	}
	for (const before of ["x", "9", "_", "\\x"]) expect(hider.hide(`${before}${secret}`)).toBe(`${before}${secret}`);
});

test("hide: of a value that was cut off, as long output is, half is enough; less, and what only begins alike, stays", () => {
	const value = "deploy-4f9c1b2a4d5e6f708192a3b4c5d6e7f8";
	const hider = hiderOf(plain(value), plain("short-value-1"), plain('pass "w" 0 3195c82d5ddea3a1'));
	const half = value.slice(0, 20);
	for (const text of [
		half,
		`${half}…`,
		`x ${half} and`,
		`"${value.slice(0, 38)}"`,
		`…${value.slice(-20)}`,
		`\n${value.slice(3)}\n`,
	]) {
		const hidden = hider.hide(text);
		expect([text, /[0-9a-f]{6}/.test(hidden)]).toEqual([text, false]);
		expect(hider.restore(hidden)).toBe(text);
	}
	const kept = [value.slice(0, 15), `…${value.slice(-15)}`, `${half}zz`, `zz${value.slice(-20)}`, "short-valu…"];
	for (const text of kept) expect(hider.hide(text)).toBe(text);
	expect(hider.hide('pass "w" 0 3195c82d5')).toMatch(/^\$\$\w{12}:L\$\$$/);
	const encoded = Buffer.from(`A=${value}\n`).toString("base64");
	const long = Buffer.from(`${value}${"rest of the file ".repeat(9)}`).toString("base64");
	const cutLines = `[… 99 characters left out …]\n${long.slice(20, 32)}\n+${long.slice(32, 108)}\n+${long.slice(108)}`;
	for (const text of [encoded.slice(0, 40), encoded.slice(16), cutLines]) {
		expect(decodable(hider.hide(text))).not.toMatch(/[0-9a-f]{10}/);
	}
});

test("hide: a token that a terminal or a mail breaks over two lines is hidden", () => {
	const value = `tok_${"aB3x".repeat(20)}`;
	const hider = hiderOf(plain(value));
	const text = `token: ${value.slice(0, 60)}\n  ${value.slice(60)}\nend`;
	const hidden = hider.hide(text);
	expect(hidden).toMatch(/^token: \$\$\w{12}:M\$\$\nend$/);
	expect(hider.restore(hidden)).toBe(text);
});

test("hide: a value is found however JSON, HTML and URLs escape it, also inside each other", () => {
	const value = 'pass "w\\ord" <ü/äö> & 77aa';
	const hider = hiderOf(plain(value));
	const python = JSON.stringify(value).replace(/[^\x20-\x7e]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
	const go = JSON.stringify(value).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
	const html = value
		.replaceAll("&", "&amp;")
		.replaceAll('"', "&quot;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&#62;");
	const texts = [
		python,
		python.replace(/\\u00../g, (written) => written.slice(0, 2) + written.slice(2).toUpperCase()),
		python.replaceAll("/", "\\/"),
		go,
		JSON.stringify(python),
		JSON.stringify(JSON.stringify(python)),
		html,
		html.replaceAll("&quot;", "&#x22;"),
		JSON.stringify(html),
		encodeURIComponent(value).replace(/%../g, (written) => written.toLowerCase()),
		encodeURI(value),
		new URLSearchParams({ password: value }).toString(),
		JSON.stringify(encodeURIComponent(python)),
	];
	for (const text of texts) {
		const hidden = hider.hide(`before ${text} after`);
		expect([text, /77aa|w\\+ord/.test(hidden)]).toEqual([text, false]);
		expect(hider.restore(hidden)).toBe(`before ${text} after`);
	}
});

test("hide: every line of a value of several lines is hidden, as in numbered or marked output", () => {
	const hider = hiderOf(plain("-----BEGIN X-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n-----END X-----"));
	const hidden = hider.hide("1:-----BEGIN X-----\n2:MIIEvQIBADANBg\n+kqhkiG9w0BAQEF");
	expect(hidden).toMatch(/^1:-----BEGIN X-----\n2:\$\$\w{12}:M\$\$\n\+\$\$\w{12}:M\$\$$/);
});

test("hide: known tokens are hidden; a labeled entry names its token before the pattern does", () => {
	const token = `ghp_${"aB3".repeat(12)}`;
	const hider = new SecretHider([tokenSecret, plain(token, { label: "CI" })], key);
	expect(hider.hide(`x ${token} y`)).toMatch(/^x \$\$CI_\w{12}:M\$\$ y$/);
	expect(hider.hide("key AKIAIOSFODNN7EXAMPLE")).toMatch(/^key \$\$\w{12}:U\$\$$/);
	expect(hider.hide("task-oriented thinking about sk-short")).toBe("task-oriented thinking about sk-short");
});

test("hide: obfuscate leaves values and matches under eight characters, replace takes any length", () => {
	const hider = hiderOf(plain("short12"), regex("id-\\d+"), plain("abc", { mode: "replace", replacement: "***" }));
	expect(hider.hide("short12 id-1 id-123456 abc")).toMatch(/^short12 id-1 \$\$\w{12}:L\$\$ \*\*\*$/);
});

test("hide: replace is one-way, of the same length and the same each time", () => {
	const hider = hiderOf(
		plain("customer-4711", { mode: "replace" }),
		regex("\\d{3}-\\d{2}-\\d{4}", { mode: "replace", replacement: "SSN" }),
	);
	const hidden = hider.hide("customer-4711 has 123-45-6789");
	expect(hidden).toMatch(/^[A-Za-z0-9]{13} has SSN$/);
	expect(hidden).toBe(
		hiderOf(
			plain("customer-4711", { mode: "replace" }),
			regex("\\d{3}-\\d{2}-\\d{4}", { mode: "replace", replacement: "SSN" }),
		).hide("customer-4711 has 123-45-6789"),
	);
	expect(hider.restore(hidden)).toBe(hidden);
});

test("hide: a label that says what it hides, or looks like a secret, is dropped", () => {
	const hider = hiderOf(
		plain("hunter-22", { label: "MYHUNTER22" }),
		plain("other-secret-1", { label: "ACMEID12345678" }),
		regex("(?i)acmeid\\d+"),
	);
	expect(hider.hide("hunter-22 other-secret-1")).toMatch(/^\$\$\w{12}:L\$\$ \$\$\w{12}:L\$\$$/);
});

test("restore: placeholders that were made up or altered stay as they are", () => {
	const hider = hiderOf(plain("s3cret-v4lue-1"));
	const own = hider.hide("s3cret-v4lue-1");
	const odd = [
		"$$AAAAAAAAAAAA:L$$",
		own.toLowerCase(),
		own.replace(":L", ":U"),
		own.slice(1),
		`${own.slice(0, 8)} ${own.slice(8)}`,
	];
	for (const text of odd) expect(hider.restore(text)).toBe(text);
});

test("hide: a placeholder that stands in a file comes back as that text, not as the secret", () => {
	const hider = hiderOf(plain("s3cret-v4lue-1"));
	const own = hider.hide("s3cret-v4lue-1");
	const text = `in the file: ${own}, and s3cret-v4lue-1`;
	const hidden = hider.hide(text);
	expect(hidden).not.toContain(own.concat(", "));
	expect(hider.restore(hidden)).toBe(text);
	expect(hider.hide(`use ${own}`, { keepPlaceholders: true })).toBe(`use ${own}`);
});

test("redact: nothing is left of secrets, and nothing tells them apart", () => {
	const hider = new SecretHider(
		[plain("s3cret-v4lue-1", { label: "DB" }), plain("x1", { mode: "replace", replacement: "?" }), tokenSecret],
		key,
	);
	expect(hider.redact("s3cret-v4lue-1 x1 AKIAIOSFODNN7EXAMPLE")).toBe("[redacted] ? [redacted]");
});

test("hide: whatever the text, hiding and restoring gives it back", () => {
	const hider = new SecretHider(
		[plain("aaaaaaaa"), plain("aaaabbbb"), plain("$$AAAAAAAA"), plain("ü🔑ü🔑ü🔑ü🔑"), regex("b+c+d+e+"), tokenSecret],
		key,
	);
	let seed = 3;
	const random = (below: number) => {
		seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
		return Math.floor((seed / 2 ** 31) * below);
	};
	const pieces = [
		"a",
		"aaaa",
		"bbbb",
		"bcde",
		"bbccddee",
		"$$",
		"AAAAAAAA",
		"AAAAAAAAAAAA",
		":U",
		"_",
		"ü🔑",
		"ü🔑ü🔑ü🔑",
		"\ud83d",
		" ",
		"\n",
		hider.hide("aaaaaaaa"),
		hider.hide("aaaaaaaa").slice(0, -2),
	];
	for (let round = 0; round < 2000; round++) {
		const text = Array.from({ length: random(14) }, () => pieces[random(pieces.length)]).join("");
		const hidden = hider.hide(text);
		expect(hider.restore(hidden)).toBe(text);
		expect(hidden).not.toContain("aaaaaaaa");
	}
});

test("hide: a value is found escaped letter by letter, in hexadecimal, wrapped and split over lines", () => {
	const value = "hunter-2-correct-horse";
	const odd = "pä55 wörd&<key>!";
	const hider = new SecretHider(
		[value, odd].map((text) => ({ type: "plain", source: "file", mode: "obfuscate", value: text })),
		key,
	);
	const each = (text: string, write: (char: string) => string) => Array.from(text, write).join("");
	const code = (char: string) => char.codePointAt(0) ?? 0;
	const percent = (text: string) => each(Buffer.from(text).toString("latin1"), (char) => `%${code(char).toString(16)}`);
	const wrapped = (text: string, width: number, joint: string) =>
		(text.match(new RegExp(`[\\s\\S]{1,${width}}`, "g")) ?? []).join(joint);
	for (const secret of [value, odd]) {
		const forms = [
			percent(secret),
			percent(secret).toUpperCase(),
			each(secret, (char) => `&#${code(char)};`),
			each(secret, (char) => `&#x${code(char).toString(16)};`),
			each(secret, (char) => `\\u${code(char).toString(16).padStart(4, "0")}`),
			each(secret, (char) => `\\u{${code(char).toString(16)}}`),
			each(secret, (char) => `\\U${code(char).toString(16).padStart(8, "0")}`),
			Buffer.from(secret).toString("hex"),
			Buffer.from(secret).toString("hex").toUpperCase(),
			wrapped(Buffer.from(secret).toString("hex"), 12, "\n    "),
			...[5, 10, 16].map((width) => wrapped(Buffer.from(secret).toString("base64"), width, "\n")),
			wrapped(Buffer.from(`x${secret}y`).toString("base64"), 10, "\r\n  "),
			wrapped(secret, 7, "\n        "),
			wrapped(secret, 6, '" +\n\t\t"'),
			wrapped(secret, 6, "\\n  "),
			wrapped(secret, 9, "\n 12: "),
		];
		for (const form of forms) {
			const text = `before ${form} after\n`;
			const hidden = hider.hide(text);
			expect([form, hidden.replace(/\$\$[A-Z0-9_:]+\$\$/, "S")]).not.toEqual([form, text]);
			expect(hider.restore(hidden)).toBe(text);
			const rest = hidden.replace(/\$\$[A-Z0-9_:]+\$\$/g, "").replace(/before|after/g, "");
			expect([form, rest.replace(/\W/g, "").length <= 8]).toEqual([form, true]);
		}
	}
	expect(hider.hide("hunt\ning a correct horse")).toBe("hunt\ning a correct horse");
});
