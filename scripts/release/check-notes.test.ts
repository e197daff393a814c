import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { repositoryRoot } from "../repository-root.ts";
import { checkNotes, noteHeadings } from "./check-notes.ts";

test("release: notes with a heading of the changelog pass, others are named", async () => {
	await using tree = await workspace({ "changes/README.md": "How to.\n", "changes/a.md": "# Terminal\n\nFaster\n" });
	expect(() => checkNotes(tree.path)).not.toThrow();
	await tree.write("changes/b.md", "Faster\n");
	await tree.write("changes/c.md", "# Speed\n\nFaster\n");
	expect(() => checkNotes(tree.path)).toThrow(
		`Notes without a heading of the changelog:\nchanges/b.md\nchanges/c.md (# Speed)\nHeadings: ${noteHeadings.join(" · ")}`,
	);
});

test("release: the headings are those of the newest version in CHANGELOG.md, and changes/README.md names them", async () => {
	const changelog = await Bun.file(`${repositoryRoot}/CHANGELOG.md`).text();
	const newest = changelog.split(/^## /m)[1] ?? "";
	expect([...newest.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading ?? "")).toEqual([...noteHeadings]);
	expect(await Bun.file(`${repositoryRoot}/changes/README.md`).text()).toContain(noteHeadings.join(" · "));
});
