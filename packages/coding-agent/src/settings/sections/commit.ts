import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const commitSettings = section(
	"commit",
	{
		mapReduceEnabled: boolean({
			default: true,
			fileOnly: true,
			label: "By file",
			help: "Look at large changes file by file.",
		}),
		mapReduceMinFiles: integer({
			default: 4,
			min: 1,
			fileOnly: true,
			label: "By file from",
			help: "Files a change needs for that.",
		}),
		mapReduceMaxFileTokens: integer({
			default: 50_000,
			min: 1,
			fileOnly: true,
			label: "File size",
			help: "Tokens of a file looked at.",
		}),
		mapReduceTimeoutMs: integer({
			default: 120_000,
			min: 0,
			fileOnly: true,
			label: "File time",
			help: "Milliseconds a file may take.",
		}),
		mapReduceMaxConcurrency: integer({
			default: 5,
			min: 1,
			fileOnly: true,
			label: "Files at once",
			help: "Files looked at together.",
		}),
		changelogMaxDiffChars: integer({
			default: 120_000,
			min: 0,
			fileOnly: true,
			label: "Changelog diff",
			help: "Characters of the change looked at for the changelog.",
		}),
	},
	{ tab: "Tasks", group: "Commit" },
);
