/** The folders of a feature: its own, and those of its tools, services and modes. */
export interface FeatureFolders {
	readonly feature: string;
	readonly folders: readonly string[];
}

export const featureFolders: readonly FeatureFolders[] = [
	{
		feature: "ssh",
		folders: ["packages/coding-agent/src/features/ssh", "packages/tools/src/ssh", "packages/tools/src/ssh-connections"],
	},
	{
		feature: "github",
		folders: ["packages/coding-agent/src/features/github", "packages/tools/src/github"],
	},
	{
		feature: "mcp",
		folders: ["packages/coding-agent/src/features/mcp", "packages/coding-agent/src/modes/mcp", "packages/mcp"],
	},
	{
		feature: "goal",
		folders: ["packages/coding-agent/src/features/goal", "packages/tools/src/goal"],
	},
	{
		feature: "plan",
		folders: ["packages/coding-agent/src/features/plan"],
	},
	{
		feature: "review",
		folders: ["packages/coding-agent/src/features/review", "packages/tools/src/report-finding"],
	},
	{
		feature: "budget",
		folders: ["packages/coding-agent/src/features/budget", "packages/coding-agent/src/budget"],
	},
	{
		feature: "browser",
		folders: [
			"packages/coding-agent/src/features/browser",
			"packages/tools/src/browser",
			"packages/tools/src/browser-control",
		],
	},
];

/** Files that `bun run fix` writes: nobody has to keep their imports. */
export const generatedImporters: readonly string[] = ["packages/tools/src/tool-settings.ts"];
