import { expect, test } from "bun:test";
import { checkDeadPaths } from "./dead-paths.ts";
import { madeUpTree } from "./made-up-tree.ts";

function dead(file: string, text: string): string[] {
	const tree = madeUpTree({ [file]: text, "docs/guide.md": "", "scripts/check.ts": "", ".ci/run": "", omp: "" });
	return checkDeadPaths(tree).map((violation) => `${violation.line} ${violation.message}`);
}

test("dead paths: a missing path in the README fails", () => {
	expect(dead("README.md", "Look at\n`packages/ai/src/gone.ts` first.\n")).toEqual([
		"2 names packages/ai/src/gone.ts, which does not exist",
	]);
});

test("dead paths: a broken link fails", () => {
	expect(dead("README.md", "[guide](docs/guide.md#top) and [lost](docs/lost.md)")).toEqual([
		"1 names docs/lost.md, which does not exist",
	]);
	expect(dead("docs/other.md", "[guide](guide.md), [back](../omp), [lost](lost.md)")).toEqual([
		"1 names lost.md, which does not exist",
	]);
});

test("dead paths: existing files, folders and globs pass, relative to the root, the document or packages/", () => {
	const text =
		"`packages/ai/src/stream.ts` `packages/ai/` `ai/src/stream.ts` `packages/*/package.json` `.ci/run` `./omp`";
	expect(dead("ARCHITECTURE.md", text)).toEqual([]);
	expect(dead("docs/other.md", "`./omp`")).toEqual([]);
	expect(dead("packages/ai/README.md", "`src/stream.ts`")).toEqual([]);
	expect(dead("packages/ai/README.md", "`src/gone.ts`")).toEqual(["1 names src/gone.ts, which does not exist"]);
	expect(dead("CONTRIBUTING.md", "`ai/src/gone.ts` `packages/*/gone.md`")).toEqual([
		"1 names ai/src/gone.ts, which does not exist",
		"1 names packages/*/gone.md, which does not exist",
	]);
});

test("dead paths: paths of other repositories pass", () => {
	const text = [
		"`tools/src/<name>/` `~/.omp/agent` `/usr/bin/env` `application/json` `and/or` `@oh-my-pi/pi-ai/stream` `models.yml`",
		"[site](https://example.com/docs) [part](#part)",
		"```sh",
		"cat packages/ai/src/gone.ts `packages/ai/src/gone.ts`",
		"```",
	];
	expect(dead("README.md", text.join("\n"))).toEqual([]);
});

test("dead paths: other documents are not checked", () => {
	expect(dead("CHANGELOG.md", "`packages/ai/src/gone.ts`")).toEqual([]);
});
