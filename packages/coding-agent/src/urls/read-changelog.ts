import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** A file of `changes/`: its first line may be the heading that its lines go under. */
export interface ChangeNote {
	readonly name: string;
	readonly heading: string | undefined;
	/** Each begins with `- `. */
	readonly lines: readonly string[];
}

/**
 * `CHANGELOG.md` with the notes in `changes/` added to what is not released yet. The build calls it (as a macro) and keeps the
 * result, so that an executable has the notes of its own sources.
 */
export function readChangelog(root: string = resolve(import.meta.dir, "../../../..")): string {
	const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8").trimEnd();
	const [before = "", ...sections] = changelog.split(/^(?=## )/m);
	const isUnreleased = (section: string) => /^## Unreleased\b/.test(section);
	const listed = sections.filter(isUnreleased).map((section) => section.replace(/^.*\n+/, "").trimEnd());
	const unreleased = groupByHeading(readNotes(root), listed);
	const parts = [before, ...sections.filter((section) => !isUnreleased(section))].map((part) => part.trimEnd());
	if (unreleased !== "") parts.splice(1, 0, `## Unreleased\n\n${unreleased}`);
	return `${parts.join("\n\n")}\n`;
}

/** The notes in `changes/`, by name. */
export function readNotes(root: string): ChangeNote[] {
	const folder = join(root, "changes");
	const files = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");
	return files.sort().map((name) => parseNote(name, readFileSync(join(folder, name), "utf8")));
}

/** A note is one line, or a list with a line each. */
function parseNote(name: string, text: string): ChangeNote {
	const [, heading, body = text] = /^\s*#+ (.+)\n([\s\S]*)$/.exec(text) ?? [];
	const lines = body.split("\n").filter((line) => line.trim() !== "");
	return { name, heading: heading?.trim(), lines: lines.map((line) => (line.startsWith("- ") ? line : `- ${line}`)) };
}

/** Notes without a heading come first, with what is listed already. */
function groupByHeading(notes: readonly ChangeNote[], listed: readonly string[]): string {
	const withoutHeading = notes.filter(({ heading }) => heading === undefined).flatMap(({ lines }) => lines);
	const groups = Map.groupBy(
		notes.filter(({ heading }) => heading !== undefined),
		({ heading }) => heading,
	);
	const headed = [...groups].map(
		([heading, group]) => `### ${heading}\n\n${group.flatMap((note) => note.lines).join("\n")}`,
	);
	return [[...withoutHeading, ...listed].filter((line) => line !== "").join("\n"), ...headed]
		.filter((part) => part !== "")
		.join("\n\n");
}
