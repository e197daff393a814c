import type { Command } from "../command.ts";
import { notice } from "../outcome.ts";

export const changelogCommand: Command = {
	name: "changelog",
	summary: "What is new",
	group: "system",
	hint: "[full]",
	subcommands: [{ name: "full", summary: "The notes of all versions" }],
	async run({ args }) {
		if (args !== "" && args !== "full") throw new Error("Usage: /changelog [full]");
		const { changelog } = await import("../../urls/changelog.data.ts");
		return notice(args === "full" ? versionNotes(changelog).join("\n\n") : (versionNotes(changelog)[0] ?? ""));
	},
};

/** The notes of each version, the newest first, under its name. */
export function versionNotes(changelog: string): string[] {
	const [, ...sections] = changelog.split(/^## /m);
	return sections.map((section) => section.trim());
}
