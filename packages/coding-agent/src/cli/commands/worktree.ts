import { shortDuration } from "@oh-my-pi/pi-utils/text/short-number";
import { clearWorkspaces, type FoundWorkspace, findWorkspaces } from "../../agents/isolation/copy/workspaces.ts";
import { resolveDirectories } from "../../process/directories.ts";
import { UsageError } from "../../process/usage-error.ts";
import { workspaceBase } from "../../process/worktree-base.ts";
import { loadSettings } from "../../settings/load/load-settings.ts";
import { worktreeSettings } from "../../settings/sections/agent/task.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import { parseArgs } from "../../startup/parse-args.ts";

export const flags = [
	{ name: "all", kind: "boolean", help: "With clear: those in use too" },
	{ name: "dry-run", alias: "n", kind: "boolean", help: "With clear: only show what would be removed" },
	{ name: "json", alias: "j", kind: "boolean", help: "Print one JSON document" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

export const worktreeActions = ["list", "clear"] as const;

const usage = `USAGE
  omp worktree [list|clear] [--all] [-n|--dry-run] [-j|--json]

  Shows the copies in which isolated sub-agents work (setting worktree.base), or removes those that an omp which has ended
  left behind. --all removes those in use too.
`;

/** Shows and removes the workspaces of isolated sub-agents. */
export const worktree: CliCommand = async (argv, host, io) => {
	const { flags: parsedFlags, messages } = parseArgs(argv, flags);
	if (parsedFlags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const [action = "list", ...rest] = messages;
	if ((action !== "list" && action !== "clear") || rest.length > 0) {
		throw new UsageError(`Expected action to be one of: ${worktreeActions.join(", ")}; got "${messages.join(" ")}"`);
	}
	const settings = await loadSettings({ host, agentDir: resolveDirectories(host).agent, cwd: host.cwd, overlays: [] });
	const base = workspaceBase(settings.get(worktreeSettings.base), host);
	const all = parsedFlags.has("all");
	const isDryRun = parsedFlags.has("dry-run");
	const found = findWorkspaces(base).filter(({ isDead }) => action === "list" || isDead || all);
	if (action === "clear" && !isDryRun) await clearWorkspaces(base, { all });
	const age = (workspace: FoundWorkspace) => shortDuration(Math.max(0, host.now() - workspace.createdAt));
	if (parsedFlags.has("json")) {
		const worktrees = found.map(({ path, owner, isDead, createdAt }) => ({
			path,
			repository: owner?.repository ?? null,
			id: owner?.id ?? null,
			backend: owner?.backend ?? null,
			state: isDead ? "dead" : "in use",
			createdAt: new Date(createdAt).toISOString(),
		}));
		const report = action === "list" ? { base, worktrees } : { base, removed: worktrees, dryRun: isDryRun };
		await io.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
		return 0;
	}
	const done = action === "list" ? "" : isDryRun ? "Would remove " : "Removed ";
	const lines = found.map((workspace) => {
		const { path, owner, isDead } = workspace;
		const facts = [owner?.id ?? "unknown", isDead ? "dead" : "in use", age(workspace), owner?.repository ?? "unknown"];
		return `${done}${path}  ${facts.join("  ")}`;
	});
	const none = action === "list" ? `No worktrees in ${base}` : `Nothing to remove in ${base}`;
	await io.stdout.write(`${lines.length > 0 ? lines.join("\n") : none}\n`);
	return 0;
};
