import { expect, test } from "bun:test";
import { parseYaml } from "./parse-yaml.ts";

test("parseYaml: returns the value of a valid document", async () => {
	expect(await parseYaml("a: [1, x]\n", "f.yml")).toEqual({ value: { a: [1, "x"] } });
});

test("parseYaml: reports file, line and column of an error", async () => {
	const result = await parseYaml("a: 1\nb: [1,\nc: {\n", "f.yml");
	expect("problem" in result && result.problem).toMatch(/^f\.yml:[234]:\d+: \S/);
});
