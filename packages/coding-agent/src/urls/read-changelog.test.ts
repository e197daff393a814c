import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { changelog } from "./changelog.data.ts";
import { readChangelog } from "./read-changelog.ts";

const notes = { "changes/README.md": "How to.\n", "changes/b.md": "- Second\n- Third\n", "changes/a.md": "First\n" };

test("changelog: notes of changes come before what is unreleased already, and before all versions", async () => {
	await using tree = await workspace({
		...notes,
		"CHANGELOG.md": "# Changelog\n\nIntro.\n\n## Unreleased\n\n- Old\n\n## 1.0.0\n\n- One\n\n## 0.9.0\n\n- Zero\n",
	});
	expect(readChangelog(tree.path)).toBe(
		"# Changelog\n\nIntro.\n\n## Unreleased\n\n- First\n- Second\n- Third\n- Old\n\n## 1.0.0\n\n- One\n\n## 0.9.0\n\n- Zero\n",
	);
});

test("changelog: notes with a heading are grouped under it, after those without", async () => {
	await using tree = await workspace({
		"changes/a.md": "# Terminal\n\nFirst\n",
		"changes/b.md": "Second\n",
		"changes/c.md": "# Terminal\n- Third\n- Fourth\n",
		"CHANGELOG.md": "# Changelog\n\n## 1.0.0\n\n- One\n",
	});
	expect(readChangelog(tree.path)).toBe(
		"# Changelog\n\n## Unreleased\n\n- Second\n\n### Terminal\n\n- First\n- Third\n- Fourth\n\n## 1.0.0\n\n- One\n",
	);
});

test("changelog: right after a release there is no unreleased section, with the next change there is", async () => {
	await using tree = await workspace({ "changes/README.md": "", "CHANGELOG.md": "# Changelog\n\n## 1.0.0\n\n- One\n" });
	expect(readChangelog(tree.path)).toBe("# Changelog\n\n## 1.0.0\n\n- One\n");
	await tree.write("changes/next.md", "Next\n");
	expect(readChangelog(tree.path)).toBe("# Changelog\n\n## Unreleased\n\n- Next\n\n## 1.0.0\n\n- One\n");
});

test("changelog: the build has a line for every change of this checkout", () => {
	const root = resolve(import.meta.dir, "../../../..");
	expect(changelog).toBe(readChangelog(root));
	const changes = readdirSync(`${root}/changes`).filter((name) => name.endsWith(".md") && name !== "README.md");
	const unreleased = changelog.split("\n## ").find((section) => section.startsWith("Unreleased")) ?? "";
	expect(unreleased.match(/^- /gm)?.length ?? 0).toBeGreaterThanOrEqual(changes.length);
});
