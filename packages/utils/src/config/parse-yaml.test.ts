import { expect, test } from "bun:test";
import { parseYaml } from "./parse-yaml.ts";

test("parseYaml: returns the value of a valid document", async () => {
	expect(await parseYaml("a: [1, x]\n", "f.yml")).toEqual({ value: { a: [1, "x"] } });
});

test("parseYaml: reports file, line and column of an error", async () => {
	const result = await parseYaml("a: 1\nb: [1,\nc: {\n", "f.yml");
	expect("problem" in result && result.problem).toMatch(/^f\.yml:[234]:\d+: \S/);
});

test("parseYaml: a value that contains itself, or grows by aliases, is a problem", async () => {
	const problemOf = async (text: string) => {
		const result = await parseYaml(text, "f.yml");
		return "problem" in result ? result.problem : undefined;
	};
	expect(await problemOf("a: &a {b: *a}\n")).toBe("f.yml: a value contains itself");
	const bomb = Array.from({ length: 19 }, (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]\n`);
	expect(await problemOf(`a0: &a0 x\n${bomb.join("")}`)).toBe("f.yml: aliases make it too large");
	expect(await problemOf("a: &a {b: 1}\nc: *a\nd: [*a, *a]\n")).toBeUndefined();
});

test("parseYaml: deep nesting is a problem, and nothing fails", async () => {
	for (const unit of ["[", "{", "- ", "? ", "{a: ", "& ", "&a ", "! ", "!!str ", "a: ", "- - "]) {
		const result = await parseYaml(unit.repeat(20_000), "f.yml");
		expect([unit, "problem" in result && result.problem.startsWith("f.yml: ")]).toEqual([unit, true]);
	}
});
