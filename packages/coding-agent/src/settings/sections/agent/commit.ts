import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const commitSettings = section(
	"commit",
	{
		mapReduceEnabled: boolean({
			default: true,
			fileOnly: true,
			label: "Analyze by file",
			help: "Analyze large changes file by file.",
		}),
		mapReduceMinFiles: integer({
			default: 4,
			min: 1,
			fileOnly: true,
			label: "Minimum files",
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
			label: "File timeout",
			help: "Timeout per file in milliseconds.",
		}),
		mapReduceMaxConcurrency: integer({
			default: 5,
			min: 1,
			fileOnly: true,
			label: "Parallel files",
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
