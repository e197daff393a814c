import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const commitSettings = section(
	"commit",
	{
		mapReduceEnabled: boolean({
			default: true,
			fileOnly: true,
			label: "By file",
			help: "Analyze large changes file by file.",
		}),
		mapReduceMinFiles: integer({
			default: 4,
			min: 1,
			fileOnly: true,
			label: "By file from",
			help: "Minimum number of changed files for that.",
		}),
		mapReduceMaxFileTokens: integer({
			default: 50_000,
			min: 1,
			fileOnly: true,
			label: "File size",
			help: "Maximum tokens per file.",
		}),
		mapReduceTimeoutMs: integer({
			default: 120_000,
			min: 0,
			fileOnly: true,
			label: "File time",
			help: "Timeout per file in milliseconds.",
		}),
		mapReduceMaxConcurrency: integer({
			default: 5,
			min: 1,
			fileOnly: true,
			label: "Files at once",
			help: "Files analyzed in parallel.",
		}),
		changelogMaxDiffChars: integer({
			default: 120_000,
			min: 0,
			fileOnly: true,
			label: "Changelog diff",
			help: "Characters of the diff used for the changelog.",
		}),
	},
	{ tab: "Tasks", group: "Commit" },
);
