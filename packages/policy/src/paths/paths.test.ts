import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { resolvePath } from "./resolve-path.ts";
import { showPath } from "./show-path.ts";
import { splitTargets } from "./split-targets.ts";
import { isWebUrl, parseScheme } from "./uri.ts";

const base = { cwd: "/home/ann/project", home: "/home/ann" };

verifies("tools-files:path:rules", () => {
	const resolved = {
		"src/a.ts": "/home/ann/project/src/a.ts",
		"./a b": "/home/ann/project/a b",
		"../other": "/home/ann/other",
		"~": "/home/ann",
		"~/notes": "/home/ann/notes",
		"~x": "/home/ann/project/~x",
		"file:///tmp/a%20b": "/tmp/a b",
		"file:///tmp/a.ts:50-60": "/tmp/a.ts:50-60",
		"/etc/hosts": "/etc/hosts",
		"/": "/home/ann/project",
	};
	expect(Object.fromEntries(Object.keys(resolved).map((path) => [path, resolvePath(path, base)]))).toEqual(resolved);

	const shown = {
		"/home/ann/project/src/a.ts": "src/a.ts",
		"/home/ann/project": ".",
		"/home/ann/project-two/a": "~/project-two/a",
		"/home/ann/project/..hidden": "..hidden",
		"/home/ann": "~",
		"/etc/hosts": "/etc/hosts",
	};
	expect(Object.fromEntries(Object.keys(shown).map((path) => [path, showPath(path, base)]))).toEqual(shown);
});

verifies("tools-files:path:multi-target", async () => {
	const split = (given: string | string[] | undefined) => splitTargets(given, async (path) => path === "odd;name");
	expect(await split("src; test ;;")).toEqual(["src", "test"]);
	expect(await split("odd;name")).toEqual(["odd;name"]);
	expect(await split(["odd;name", "a;b", "a"])).toEqual(["odd;name", "a", "b"]);
	expect(await split(undefined)).toEqual(["."]);
	expect(await split(" ; ")).toEqual(["."]);
});

test.each([
	["artifact://3", "artifact"],
	["HTTPS://example.com", "https"],
	["file:///etc", undefined],
	["a.zip:b", undefined],
	["c://x", undefined],
])("the scheme of %s is %p", (text, scheme) => {
	expect(parseScheme(text)).toBe(scheme);
});

test("web addresses are told from paths", () => {
	expect(["http://a", "https://a", "www.a.org", "wwwa", "ftp://a"].map(isWebUrl)).toEqual([
		true,
		true,
		true,
		false,
		false,
	]);
});
