import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * `CHANGELOG.md` with the notes in `changes/` added to what is not released yet. The build calls it (as a macro) and keeps the
 * result, so that an executable has the notes of its own sources.
 */
export function readChangelog(root: string = resolve(import.meta.dir, "../../../..")): string {
	const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8").trimEnd();
	const folder = join(root, "changes");
	const files = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");
	const notes = files.sort().flatMap((name) => entriesOf(readFileSync(join(folder, name), "utf8")));
	const [before = "", ...sections] = changelog.split(/^(?=## )/m);
	const isUnreleased = (section: string) => /^## Unreleased\b/.test(section);
	const own = sections.filter(isUnreleased).map((section) => section.replace(/^.*\n+/, "").trimEnd());
	const unreleased = [...notes, ...own].filter((text) => text !== "");
	const parts = [before, ...sections.filter((section) => !isUnreleased(section))].map((part) => part.trimEnd());
	if (unreleased.length > 0) parts.splice(1, 0, `## Unreleased\n\n${unreleased.join("\n")}`);
	return `${parts.join("\n\n")}\n`;
}

/** A note is one line, or a list with a line each. */
function entriesOf(text: string): string[] {
	return text
		.split("\n")
		.filter((line) => line.trim() !== "")
		.map((line) => (line.startsWith("- ") ? line : `- ${line}`));
}
