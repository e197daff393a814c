import { expect, test } from "bun:test";
import { link, symlink } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { emptyFacts, type FactsReader, factsReader, nodeReader } from "./file-facts.ts";

function look(reader: FactsReader, path: string): Record<string, unknown> {
	const facts = emptyFacts();
	const found: Record<string, unknown> = {};
	reader.readFolder(Buffer.from(path), facts, (block, start, end) => {
		found[block.toString("latin1", start, end)] = { ...facts, device: 0 };
	});
	return found;
}

test("the reader of this system finds what Node finds", async () => {
	await using project = await workspace({ "a.txt": "abc", "sub/x": "" });
	await symlink("a.txt", project.file("link"));
	await link(project.file("a.txt"), project.file("twin"));
	await Bun.spawn(["sh", "-c", "printf x > $(printf 'odd\\377')"], { cwd: project.path }).exited;
	const names = ["a.txt", "link", "odd\xff", "sub", "twin"];
	expect(Object.keys(look(factsReader(), project.path)).sort()).toEqual(names);
	expect(look(factsReader(), project.path)).toEqual(look(nodeReader, project.path));
	const facts = emptyFacts();
	expect(factsReader().read(Buffer.from(project.file("a.txt")), facts)).toBe(true);
	expect([facts.size, facts.links, facts.mode & 0o170000]).toEqual([3, 2, 0o100000]);
	expect(factsReader().read(Buffer.from(project.file("none")), facts)).toBe(false);
	expect(factsReader().readFolder(Buffer.from(project.file("link")), facts, () => {})).toBe(false);
});
