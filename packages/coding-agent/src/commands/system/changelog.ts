import type { Command } from "../command.ts";
import { notice } from "../outcome.ts";

export const changelogCommand: Command = {
	name: "changelog",
	summary: "Show what's new",
	group: "system",
	hint: "[full]",
	subcommands: [{ name: "full", summary: "Show the notes of all versions" }],
	async run({ args }) {
		if (args !== "" && args !== "full") throw new Error("Usage: /changelog [full]");
		const { changelog } = await import("../../urls/changelog.data.ts");
		const [latest = "", ...earlier] = versionNotes(changelog);
		// Shown as text, in which code is not marked.
		return notice((args === "full" ? [latest, ...earlier].join("\n\n") : latest).replaceAll("`", ""));
	},
};

/** The notes of each version, the newest first, under its name. */
export function versionNotes(changelog: string): string[] {
	const [, ...sections] = changelog.split(/^## /m);
	return sections.map((section) => section.trim());
}
