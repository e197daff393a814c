import { expect, test } from "bun:test";
import { scopedValues } from "./path-scoped.ts";

const host = { cwd: "/home/me/work/app/src", home: "/home/me" };

test("path scope: entries apply if the current folder is the path or below", () => {
	const entries = [
		"always",
		{ path: "/home/me/work/app/src", models: ["here"] },
		{ path: "~/work", values: ["below-home"] },
		{ paths: ["/elsewhere", "/home/me/work/app"], items: ["one-of-several"] },
		{ pathPrefix: "/home/me/wor", models: ["not-a-folder"] },
		{ pathPrefixes: ["~"], models: "a-text-in-place-of-a-list" },
		{ path: "/home/me/work/app/src/deeper", models: ["too-deep"] },
		{ path: "..", models: ["relative"] },
	];
	expect(scopedValues(entries, host, "models")).toEqual([
		"always",
		"here",
		"below-home",
		"one-of-several",
		"a-text-in-place-of-a-list",
		"relative",
	]);
});

test("path scope: malformed entries are skipped, and duplicates removed", () => {
	const entries = [1, null, ["x"], { models: ["no-path"] }, { path: 5, models: ["bad-path"] }, "a", "a", { path: "~" }];
	expect(scopedValues(entries, host, "models")).toEqual(["a"]);
	expect(scopedValues("not a list", host, "models")).toEqual([]);
	expect(scopedValues([{ path: "~", providers: ["p"], models: ["m"] }], host, "providers")).toEqual(["p"]);
});
