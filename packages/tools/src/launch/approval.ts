import type { OfferedRule, ToolApproval } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type ApprovalOptions, bashApprovalIn, offeredRule } from "../bash/approval.ts";
import { folderOf } from "../bash/folder-of.ts";
import { mayRunGit } from "../bash/may-run-git.ts";
import { commandOf } from "./command-of.ts";
import type { LaunchDeps, LaunchParams } from "./launch.ts";

/** A command is judged like one of `bash`, by the same rules; input too, but it is never free: a shell would run it. */
export async function launchApproval(params: LaunchParams, deps: LaunchDeps): Promise<ToolApproval> {
	switch (params.op) {
		case "start":
			return startApproval(params, deps);
		case "restart": {
			const project = (await deps.processes.load()).project(deps.workspace.cwd());
			const spec = project.own(params.name ?? "")?.spec ?? project.foreign(params.name ?? "")?.record.spec;
			return spec
				? bashApprovalIn(deps.workspace.workTree, spec.line, await judgedOptions(spec, deps, spec.line))
				: "write";
		}
		case "send": {
			if (params.text === undefined && params.keys === undefined) return "write";
			const line = params.text?.trim() ?? "";
			const judged =
				line === ""
					? "write"
					: await bashApprovalIn(deps.workspace.workTree, line, await judgedOptions({}, deps, line));
			return typeof judged === "object" ? judged : { tier: "exec", reason: "Types into a running program" };
		}
		default:
			return "write";
	}
}

async function startApproval(params: LaunchParams, deps: LaunchDeps): Promise<ToolApproval> {
	// Without a command the call fails by itself.
	if (!params.application?.trim()) return "exec";
	const { line } = commandOf(params, deps);
	const judged = await bashApprovalIn(deps.workspace.workTree, line, await judgedOptions(params, deps, line));
	return params.persist && typeof judged !== "object"
		? { tier: "exec", reason: "Keeps running after omp exits" }
		: judged;
}

export function launchRule(params: LaunchParams, deps: LaunchDeps): OfferedRule | undefined {
	if (!params.application?.trim()) return undefined;
	const { line } = commandOf(params, deps);
	return offeredRule(line, options(params, deps));
}

async function judgedOptions(
	spec: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> },
	deps: LaunchDeps,
	line: string,
): Promise<ApprovalOptions> {
	const judged = options(spec, deps);
	return {
		...judged,
		isGitUntrusted: mayRunGit(line) && ((await deps.workspace.isGitUntrusted?.(judged.cwd)) ?? false),
	};
}

function options(
	{ cwd, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> },
	{ workspace, commandRules }: LaunchDeps,
): ApprovalOptions {
	return {
		home: workspace.home,
		...(workspace.agentDir && { agentDir: workspace.agentDir }),
		cwd: folderOf(cwd, workspace),
		project: workspace.cwd(),
		env,
		rules: commandRules?.() ?? [],
	};
}
