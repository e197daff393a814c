import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const changelogCommand: Command = {
	name: "changelog",
	summary: "Show what's new",
	group: "system",
	hint: "[full]",
	subcommands: [{ name: "full", summary: "Show the notes of all versions" }],
	async run({ args }) {
		if (args !== "" && args !== "full") throw new Error("Usage: /changelog [full]");
		const { changelog } = await import("../../urls/changelog.data.ts");
		const notes = versionNotes(changelog);
		return notice(plainNotes(args === "full" ? notes.join("\n\n") : currentNotes(notes)));
	},
};

/** What is not released yet, the notes of the newest version, and the names of earlier ones. */
export function currentNotes(notes: readonly string[]): string {
	const current = notes.findIndex((section) => !section.startsWith("Unreleased"));
	const shown = current < 0 ? notes : notes.slice(0, current + 1);
	const earlier = notes.slice(shown.length).map((section) => section.split(/\s/, 1)[0]);
	return [...shown, ...(earlier.length > 0 ? [`Earlier: ${earlier.join(", ")} (/changelog full)`] : [])].join("\n\n");
}

/** For where notes are shown as text: code and headings are not marked. */
export function plainNotes(notes: string): string {
	return notes.replaceAll("`", "").replace(/^#+ /gm, "");
}

/** The notes of each version, the newest first, under its name. */
export function versionNotes(changelog: string): string[] {
	const [, ...sections] = changelog.split(/^## /m);
	return sections.map((section) => section.trim());
}
