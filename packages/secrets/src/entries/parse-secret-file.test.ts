import { expect, test } from "bun:test";
import { compilePattern } from "../patterns/compile-pattern.ts";
import { parseSecretFile } from "./parse-secret-file.ts";

const parse = (text: string) =>
	parseSecretFile(text, "secrets.yml", async (source, flags, place) =>
		compilePattern(source, { flags, place, clock: () => 0 }),
	);

test("secrets.yml: entries have type, content, mode, replacement, flags and a label", async () => {
	const { entries, warnings } = await parse(`
- { type: plain, content: s3cret-v4lue, friendlyName: "Data base (prod)" }
- { type: regex, content: "/acme-[0-9]+/i", flags: m, mode: replace, replacement: ACME }
`);
	expect(warnings).toEqual([]);
	const [first, second] = [...entries.values()];
	expect(first).toEqual({
		type: "plain",
		source: "file",
		mode: "obfuscate",
		value: "s3cret-v4lue",
		label: "DATABASEPROD",
	});
	expect(second).toMatchObject({ type: "regex", mode: "replace", replacement: "ACME" });
	expect(second?.type === "regex" && second.pattern.find("x ACME-12\nacme-3")).toEqual([
		[2, 9],
		[10, 16],
	]);
});

test("secrets.yml: a bad entry is left out with a warning that names file and entry, and nothing of the secret", async () => {
	const { entries, warnings } = await parse(`
- { type: glob, content: s3cret-v4lue }
- { type: plain, content: "" }
- { type: plain, content: s3cret-v4lue, mode: hide }
- { type: plain, content: s3cret-v4lue, mode: replace, replacement: my-s3cret-v4lue }
- { type: plain, content: s3cret-v4lue, flags: 3 }
- { type: regex, content: "(?=s3cret)x" }
- { type: regex, content: "(a)\\\\1" }
- { type: regex, content: "s3cret", flags: y }
- { type: regex, content: "[ab]c?", mode: replace }
- just text
- { type: plain, content: k3pt-v4lue-1, friendlyName: 7 }
- { type: plain, content: kurz }
- { type: regex, content: "pin-[0-9]{3}" }
- { type: plain, content: kurz, mode: replace }
- { type: regex, content: "pin-[0-9]{4,}" }
`);
	expect([...entries.keys()]).toEqual(["k3pt-v4lue-1", "kurz", "pin-[0-9]{4,}"]);
	expect(warnings).toEqual([
		'secrets.yml: entry 1 is not used: type must be "plain" or "regex"',
		"secrets.yml: entry 2 is not used: content must be text that is not empty",
		'secrets.yml: entry 3 is not used: mode must be "obfuscate" or "replace"',
		"secrets.yml: entry 4 is not used: replacement contains what it should replace",
		"secrets.yml: entry 5 is not used: flags must be text",
		"secrets.yml: entry 6 is not used: lookahead and lookbehind are not supported",
		"secrets.yml: entry 7 is not used: error parsing regexp: invalid escape sequence: `\\1`",
		'secrets.yml: entry 8 is not used: the flag "y" is not supported; use i, m and s',
		"secrets.yml: entry 9 is not used: it can only match one or two characters, which needs a replacement",
		"secrets.yml: entry 10 is not used: expected type and content",
		"secrets.yml: entry 11: friendlyName must be text with letters or digits; it is not used",
		"secrets.yml: entry 12 is not used: it is shorter than 8 characters, which only mode: replace can hide",
		"secrets.yml: entry 13 is not used: it only matches less than 8 characters, which only mode: replace can hide",
	]);
});

test("secrets.yml: what is not a list, or not YAML, is ignored with one warning", async () => {
	expect((await parse("type: plain")).warnings).toEqual([
		"secrets.yml: expected a list of entries; nothing of it is used",
	]);
	expect((await parse("- {s3cret: [")).warnings.join()).toMatch(
		/^secrets\.yml(?::\d+)?: this is not valid YAML; nothing of it is used$/,
	);
	expect(await parse("")).toEqual({ entries: new Map(), warnings: [] });
});
