import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { repositoryRoot } from "../repository-root.ts";
import { generatedFiles } from "./generated-files.ts";
import { findOutdated, writeOutdated } from "./outdated.ts";

const files = [
	{ path: "docs/same.md", generate: () => "same\n" },
	{ path: "docs/changed.md", generate: async () => "new\n" },
	{ path: "docs/deep/missing.md", generate: () => "there\n" },
];

test("generated files: those that differ or are missing are outdated, and checking writes nothing", async () => {
	await using project = await workspace({ "docs/same.md": "same\n", "docs/changed.md": "old\n" });
	expect(await findOutdated(project.path, files)).toEqual([
		{ path: "docs/changed.md", content: "new\n" },
		{ path: "docs/deep/missing.md", content: "there\n" },
	]);
	expect(await project.read("docs/changed.md")).toBe("old\n");
});

test("generated files: writing brings them up to date", async () => {
	await using project = await workspace({ "docs/same.md": "same\n", "docs/changed.md": "old\n" });
	expect(await writeOutdated(project.path, files)).toEqual(["docs/changed.md", "docs/deep/missing.md"]);
	expect(await findOutdated(project.path, files)).toEqual([]);
	expect(await project.read("docs/deep/missing.md")).toBe("there\n");
});

test("generated files: this repository's are up to date", async () => {
	expect((await findOutdated(repositoryRoot, generatedFiles)).map(({ path }) => path)).toEqual([]);
});
