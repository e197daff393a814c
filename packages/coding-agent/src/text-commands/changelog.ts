import type { TextCommand } from "./text-command.ts";

export const changelogCommand: TextCommand = {
	name: "changelog",
	description: "What is new",
	group: "system",
	hint: "[full]",
	subcommands: [{ name: "full", description: "The notes of all versions" }],
	async run(args) {
		if (args !== "" && args !== "full") throw new Error("Usage: /changelog [full]");
		const { changelog } = await import("../urls/changelog.data.ts");
		return { output: args === "full" ? versionNotes(changelog).join("\n\n") : (versionNotes(changelog)[0] ?? "") };
	},
};

/** The notes of each version, the newest first, under its name. */
export function versionNotes(changelog: string): string[] {
	const [, ...sections] = changelog.split(/^## /m);
	return sections.map((section) => section.trim());
}
