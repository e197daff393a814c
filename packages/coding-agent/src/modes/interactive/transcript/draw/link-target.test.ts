import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { linkTargets } from "./link-target.ts";

test("files that exist, addresses and issues of the project lead somewhere; nothing else does", async () => {
	await using project = await workspace({
		"src/a b.ts": "",
		"src/main.ts": "",
		".git/config": '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@github.com:acme/demo.git\n',
	});
	const { path: cwd } = project;
	const host = { cwd, home: `${cwd}/src`, env: {} };
	const linkTo = linkTargets(host);
	const words = [
		"src/main.ts",
		"src/main.ts:12:3",
		"~/main.ts",
		"https://a.b/c",
		"#7",
		"gone.ts",
		"main",
		"a; rm -rf /",
		"src/a b.ts",
	];
	expect(words.map(linkTo)).toEqual([
		`file://${cwd}/src/main.ts`,
		`file://${cwd}/src/main.ts`,
		`file://${cwd}/src/main.ts`,
		"https://a.b/c",
		"https://github.com/acme/demo/issues/7",
		undefined,
		undefined,
		undefined,
		undefined,
	]);
	const inEditor = linkTargets({ ...host, env: { TERM_PROGRAM: "vscode" } });
	expect(inEditor("src/main.ts:12")).toBe(`vscode://file${cwd}/src/main.ts:12`);
});

test("without a repository a number is a number", async () => {
	await using project = await workspace();
	expect(linkTargets({ cwd: project.path, home: "/", env: {} })("#7")).toBeUndefined();
});
