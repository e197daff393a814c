import { expect, test } from "bun:test";
import type { Rule } from "../discovery/capabilities/rules.ts";
import { GuardedExpression } from "./guarded-expression.ts";
import { compileStreamRule } from "./stream-rule.ts";

const rule = (condition: string, level: Rule["level"]): Rule => ({
	name: "r",
	path: "/r.md",
	content: "",
	level,
	condition: [condition],
});

test.each([
	[".*.*.*.*.*.*.*.*x", "y".repeat(5000)],
	["a.*b.*c.*d.*e.*f", "abcde".repeat(3000)],
	["(?:a|a)+b", "a".repeat(5000)],
	["(a|aa)+b", "a".repeat(5000)],
	["a*a*a*a*a*a*a*a*a*a*a*a*x", `${"fine\n".repeat(100)}${"a".repeat(500)}`],
	["a*b?a*b?a*b?a*b?a*b?a*x", `${"fine\n".repeat(1000)}${"a".repeat(5000)}`],
	["[^x]*y?[^x]*y?[^x]*z", "y".repeat(200_000)],
])("%s of a project comes to an end, and is not used any more", (condition, text) => {
	const [expression] = compileStreamRule(rule(condition, "project")).stream?.conditions ?? [];
	if (!(expression instanceof GuardedExpression)) throw new Error("not guarded");
	for (let turn = 0; turn < 8; turn++) expression.test(text);
	expect(expression.isTooSlow).toBe(true);
	expect(expression.test(text)).toBe(false);
});

test("others find what they look for, also far apart", () => {
	const find = (source: string, text: string, flags = "") => new GuardedExpression(source, flags).test(text);
	const filler = "const value = compute(x, y); // the quick brown fox\n".repeat(20_000);
	expect(find('import .* from "lodash"', `${filler}import _ from "lodash"`)).toBe(true);
	expect(find("import [\\s\\S]*forbidden\\(", `import a;\n${filler}forbidden()`)).toBe(true);
	expect(find("import.*forbidden\\(", `import a;\n${filler}forbidden()`, "s")).toBe(true);
	expect(find("const\\s+\\w+\\s*=\\s*require\\(\\s*'fs'", filler)).toBe(false);
	expect(find("console\\.log\\(.*\\)", "console.log(1)")).toBe(true);
});

test.each(["((a+))+b", "(?:(?:[a-z])+)*1", "(a{2,})*", "(x(a+)y)*"])(
	"%s repeats a repetition and is refused",
	(condition) => {
		expect(compileStreamRule(rule(condition, "user")).problems).toEqual([
			expect.stringContaining("repeats a repetition"),
		]);
	},
);
