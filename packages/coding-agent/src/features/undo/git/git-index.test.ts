import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { indexMeaning, readGitIndex } from "./git-index.ts";

test.each(["2", "3", "4"])("an index of version %s is read as git lists it", async (version) => {
	const files = { "a.txt": "a", "sub/one": "1", "sub/two": "22", "ü/x y": "x" };
	await using project = await workspace(files, { git: true });
	await project.write("later", "l");
	await project.git("add", "--intent-to-add", "later");
	await project.git("update-index", "--index-version", version);
	const rows: string[] = [];
	const index = readFileSync(project.file(".git/index"));
	for (const { mode, object, stage, path } of readGitIndex(index)) {
		rows.push(`${mode.toString(8)} ${object} ${stage}\t${Buffer.from(path, "latin1").toString()}`);
	}
	expect(indexMeaning(index)).toBeDefined();
	expect(rows).toEqual((await project.git("-c", "core.quotePath=false", "ls-files", "--stage")).trim().split("\n"));
	for (let length = 0; length < index.length; length += 7)
		expect(indexMeaning(index.subarray(0, length))).toBeUndefined();
});

test("the meaning of an index does not depend on times, but on what is staged", async () => {
	await using project = await workspace({ a: "a", b: "b" }, { git: true });
	const read = () => indexMeaning(readFileSync(project.file(".git/index")));
	const before = read();
	await project.write("a", "a");
	await project.git("status");
	expect(read()).toBe(before);
	await project.write("a", "changed");
	await project.git("add", "a");
	expect(read()).not.toBe(before);
	expect(indexMeaning(Buffer.from("no index"))).toBeUndefined();
});
