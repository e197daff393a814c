/** Parts of the outside world and the expressions that access them. */
export const worldWords = {
	environment: /\b(?:process|Bun|import\.meta)\.env\b/g,
	clock: /\bDate\.now\b|\bnew Date\(\)|\bnew Date\b(?!\s*\()|\bTemporal\.Now\b/g,
	home: /\bhomedir\b|\buserInfo\b/g,
	exit: /\bprocess\.(?:exit|reallyExit|abort)\b/g,
} as const;

export type WorldWord = keyof typeof worldWords;

/** The files that may access them, with the reason. All others get a `Host`. */
export const worldTouchers: readonly { file: string; may: readonly WorldWord[]; because: string }[] = [
	{
		file: "packages/coding-agent/src/process/process-host.ts",
		may: ["environment", "clock", "home"],
		because: "makes the Host that all other code is given",
	},
	{
		file: "packages/coding-agent/src/rpc-client/rpc-client.ts",
		may: ["environment"],
		because: "runs in Node, too, where there is no Host; omp inherits the environment of the program",
	},
	{
		file: "packages/coding-agent/src/process/rebuild-when-outdated.ts",
		may: ["environment"],
		because: "runs before there is a Host, on what the launcher says",
	},
	{
		file: "packages/natives/src/walk/folder/open-folder.ts",
		may: ["environment"],
		because: "has a switch against system calls made by hand, which must also work in threads, where there is no Host",
	},
	{
		file: "packages/coding-agent/src/start.ts",
		may: ["exit"],
		because: "ends the process with the code the mode came to",
	},
	{
		file: "packages/natives/src/sandbox/entrance/enter-box.ts",
		may: ["environment", "exit"],
		because: "is all that runs in a process that becomes another program, which gets its environment",
	},
	{
		file: "packages/natives/src/sandbox/linux/enter-linux.ts",
		may: ["exit"],
		because: "ends as the program did that it waited for",
	},
	{
		file: "packages/tools/src/browser-control/tab-worker/tab-program.ts",
		may: ["environment", "clock", "exit"],
		because: "is the main file of a process of its own, that of a browser tab",
	},
];
