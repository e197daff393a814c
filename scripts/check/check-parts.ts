import { join } from "node:path";
import { text } from "node:stream/consumers";
import { checkArchitecture, describeViolation } from "../architecture/architecture.ts";
import { loadSourceTree } from "../architecture/source-tree.ts";
import { generatedFiles } from "../generated/generated-files.ts";
import { findOutdated } from "../generated/outdated.ts";
import { checkSettings } from "../settings/check-settings.ts";
import { changedFiles } from "./changed-files.ts";

/** One part of `bun run check`: returns what is wrong, or an empty string. */
export interface CheckPart {
	readonly name: string;
	/** How to fix it. */
	readonly remedy: string;
	run(root: string): Promise<string>;
}

const types = { name: "types", remedy: "the compiler's message says what does not fit" };
const formatAndLint = { name: "format and lint", remedy: "bun run fix" };

/** The whole tree, in a few seconds. */
const quickParts: readonly CheckPart[] = [
	{
		name: "lock file",
		remedy: "bun install",
		run: (root) => runForComplaints(root, [process.execPath, "install", "--frozen-lockfile", "--dry-run", "--offline"]),
	},
	{
		name: "architecture",
		remedy: "docs/contributing/checked-rules.md",
		run: async (root) =>
			checkArchitecture(await loadSourceTree(root))
				.map(describeViolation)
				.join("\n"),
	},
	{
		name: "settings",
		remedy: "packages/coding-agent/src/settings/catalog/unused.data.ts",
		run: async (root) => (await checkSettings(root)).join("\n"),
	},
	{
		name: "generated files",
		remedy: "bun run fix",
		run: async (root) => {
			const outdated = await findOutdated(root, generatedFiles);
			return outdated.map(({ path }) => `${path} is out of date`).join("\n");
		},
	},
];

/** `bun run check` */
export const checkParts: readonly CheckPart[] = [
	{ ...formatAndLint, run: (root) => runBiome(root, ["."]) },
	{ ...types, run: (root) => runCompiler(root, []) },
	...quickParts,
];

/** `bun run check --changed`: formats and lints only what is not in the upstream branch, and keeps what the compiler has learned. */
export const changedParts: readonly CheckPart[] = [
	{
		...formatAndLint,
		run: async (root) => {
			const files = await changedFiles(root);
			return files.length === 0 ? "" : runBiome(root, ["--no-errors-on-unmatched", ...files]);
		},
	},
	{
		...types,
		run: (root) => runCompiler(root, ["--incremental", "--tsBuildInfoFile", "dist/check/types.tsbuildinfo"]),
	},
	...quickParts,
];

function runBiome(root: string, args: readonly string[]): Promise<string> {
	return runForComplaints(root, [tool(root, "biome"), "check", "--error-on-warnings", "--colors=off", ...args]);
}

function runCompiler(root: string, args: readonly string[]): Promise<string> {
	return runForComplaints(root, [tool(root, "tsc"), "--noEmit", "--pretty", "false", "-p", ".", ...args]);
}

function tool(root: string, name: string): string {
	return join(root, "node_modules/.bin", name);
}

/** The output of a command if it fails, else an empty string. */
async function runForComplaints(root: string, command: readonly string[]): Promise<string> {
	const child = Bun.spawn([...command], { cwd: root, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
	const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), child.exited]);
	if (exitCode === 0) return "";
	return (stdout + stderr).trim() || `${command.join(" ")} ended with code ${exitCode}`;
}
