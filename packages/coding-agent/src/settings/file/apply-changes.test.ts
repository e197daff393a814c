import { expect, test } from "bun:test";
import { applyChanges, type SettingsChange } from "./apply-changes.ts";

async function applied(text: string, ...changes: Array<[string, unknown]>): Promise<unknown> {
	const list: SettingsChange[] = changes.map(([key, value]) => ({ path: key.split("."), value }));
	const result = await applyChanges(text, list);
	return "text" in result ? result.text : result;
}

const commented = `# My settings

theme:
  dark: 'nord'   # at night
  # for the balcony
  light: light

# lists stay as they are
cycleOrder:
- smol
- slow
modelRoles: {default: "openai/gpt-5.2"}
future:
  unknown: [1, 2]
`;

test("a change keeps comments, quotes, order, indentation and unknown keys", async () => {
	const expected = commented.replace("'nord'   #", "'dracula' #");
	expect(await applied(commented, ["theme.dark", "dracula"])).toBe(expected);
});

test("removing a key also removes its comment and mappings that become empty", async () => {
	expect(await applied("a:\n  b:\n    # why\n    c: 1\nd: 2 # stays\n", ["a.b.c", undefined])).toBe("d: 2 # stays\n");
	expect(await applied("a: 1\n", ["a", undefined])).toBe("");
	expect(await applied("# only this\n", ["a", undefined])).toBe("# only this\n");
});

test("new keys are added to existing mappings", async () => {
	expect(await applied("theme:\n  dark: x\n", ["theme.light", "y"], ["git.enabled", false])).toBe(
		"theme:\n  dark: x\n  light: y\ngit:\n  enabled: false\n",
	);
	expect(await applied("a:\n    b: 1\n", ["a.c.d", 2])).toBe("a:\n    b: 1\n    c:\n        d: 2\n");
	expect(await applied("", ["bash.enabled", true])).toBe("bash:\n  enabled: true\n");
	expect(await applied("# hello\n", ["bash.enabled", true])).toBe("# hello\n\nbash:\n  enabled: true\n");
});

test("a flat key is changed and removed in place", async () => {
	const text = 'theme.dark: x\n"model.loopGuard":\n  enabled: true\n';
	expect(await applied(text, ["theme.dark", "y"], ["model.loopGuard.enabled", false])).toBe(
		'theme.dark: y\n"model.loopGuard":\n  enabled: false\n',
	);
	expect(await applied(text, ["theme.dark", undefined], ["model.loopGuard.enabled", undefined])).toBe("");
	expect(await applied("a:\n  b: 1\na.b: 2\n", ["a.b", 3])).toBe("a.b: 3\n");
});

test("scalars and aliases are replaced where a mapping is needed", async () => {
	expect(await applied("theme: nord\n", ["theme.light", "y"])).toBe("theme:\n  light: y\n");
	expect(await applied("theme:\n", ["theme.light", "y"])).toBe("theme:\n  light: y\n");
	expect(await applied("base: &b\n  x: 1\na: *b\n", ["a.y", 2])).toBe("base: &b\n  x: 1\na:\n  x: 1\n  y: 2\n");
});

test("every type of value round-trips", async () => {
	const values = [
		true,
		3,
		-0.5,
		"",
		"off",
		"yes",
		"3",
		"null",
		"a: b # c",
		"two\nlines",
		" padded ",
		["a", { b: [] }],
		{},
	];
	for (const value of values) {
		const text = await applied("k: 'old' # note\n", ["k", value]);
		expect(Bun.YAML.parse(String(text))).toEqual({ k: value });
	}
});

test("CRLF is kept, and an invalid file is not written", async () => {
	expect(await applied("a: 1\r\nb: 2\r\n", ["a", 3])).toBe("a: 3\r\nb: 2\r\n");
	expect(await applied("a: 1\nb: [\n", ["a", 2])).toMatchObject({ line: 3 });
});
