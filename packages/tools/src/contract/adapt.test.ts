import { expect, test } from "bun:test";
import { globIn } from "../files/paths/glob-in.ts";
import { adapter, pathNames } from "./adapt.ts";

const adapt = adapter({
	names: { ...pathNames, cmd: "command" },
	joined: ["path"],
	more: ({ limit }) => (limit === undefined ? undefined : { taken: ["limit"], meaning: { head: limit } }),
});

test("adapt: other names of parameters are read in any case, and that is said", () => {
	expect(adapt({ filePath: "a", CMD: "ls" })).toEqual({
		arguments: { path: "a", command: "ls" },
		notes: ["Read `filePath` as `path`.", "Read `CMD` as `command`."],
	});
});

test("adapt: a name that is taken stays what it is", () => {
	expect(adapt({ path: "a", file: "b" })).toEqual({ arguments: { path: "a", file: "b" }, notes: [] });
});

test("adapt: a list where several values go into one text, and what needs more than a name", () => {
	expect(adapt({ path: ["a", "b"], limit: 3 })).toEqual({
		arguments: { path: "a;b", head: 3 },
		notes: ['Read the list in `path` as "a;b".', "Read `limit` as `head: 3`."],
	});
});

test("adapt: a glob and its folder become one path", () => {
	expect([globIn("src", "*.ts"), globIn("src/", "**/*.ts"), globIn(undefined, "*.ts"), globIn(".", "a/*")]).toEqual([
		"src/**/*.ts",
		"src/**/*.ts",
		"*.ts",
		"a/*",
	]);
});
