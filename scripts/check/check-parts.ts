import { join } from "node:path";
import { text } from "node:stream/consumers";
import { checkArchitecture, describeViolation } from "../architecture/architecture.ts";
import { loadSourceTree } from "../architecture/source-tree.ts";
import { generatedFiles } from "../generated/generated-files.ts";
import { findOutdated } from "../generated/outdated.ts";
import { checkSettings } from "../settings/check-settings.ts";

/** One part of `bun run check`: returns what is wrong, or an empty string. */
export interface CheckPart {
	readonly name: string;
	/** How to fix it. */
	readonly remedy: string;
	run(root: string): Promise<string>;
}

export const checkParts: readonly CheckPart[] = [
	{
		name: "format and lint",
		remedy: "bun run fix",
		run: (root) => complaintsOf(root, [tool(root, "biome"), "check", "--error-on-warnings", "--colors=off", "."]),
	},
	{
		name: "types",
		remedy: "the compiler's message says what does not fit",
		run: (root) => complaintsOf(root, [tool(root, "tsc"), "--noEmit", "--pretty", "false", "-p", "."]),
	},
	{
		name: "lock file",
		remedy: "bun install",
		run: (root) => complaintsOf(root, [process.execPath, "install", "--frozen-lockfile", "--dry-run", "--offline"]),
	},
	{
		name: "architecture",
		remedy: "docs/checked-rules.md",
		run: async (root) =>
			checkArchitecture(await loadSourceTree(root))
				.map(describeViolation)
				.join("\n"),
	},
	{
		name: "settings",
		remedy: "packages/coding-agent/src/settings/unused.data.ts",
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

function tool(root: string, name: string): string {
	return join(root, "node_modules/.bin", name);
}

/** The output of a command if it fails, else an empty string. */
async function complaintsOf(root: string, command: readonly string[]): Promise<string> {
	const child = Bun.spawn([...command], { cwd: root, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
	const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), child.exited]);
	if (exitCode === 0) return "";
	return (stdout + stderr).trim() || `${command.join(" ")} ended with code ${exitCode}`;
}
