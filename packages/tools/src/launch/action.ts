import type { Action, CommandAction } from "@oh-my-pi/pi-policy/action";
import type { ActionFacts } from "@oh-my-pi/pi-policy/verdict/judge-action";
import { resolveFolder } from "../bash/resolve-folder.ts";
import { boxFact } from "../box/box-fact.ts";
import { buildCommand } from "./build-command.ts";
import type { LaunchDeps, LaunchParams } from "./launch.ts";

/** A command is judged like one of `bash`, by the same rules; input too, but it is never free: a shell would run it. */
export async function launchAction(params: LaunchParams, deps: LaunchDeps): Promise<Action> {
	switch (params.op) {
		case "start": {
			// Without a command the call fails by itself.
			if (!params.application?.trim()) return { kind: "other", tier: "exec" };
			const command = lineAction(buildCommand(params, deps).line, params, deps);
			const outlives = "Keeps running after omp exits";
			return params.persist ? { ...command, neverFree: outlives, outside: outlives } : command;
		}
		case "restart": {
			const project = (await deps.processes.load()).project(deps.workspace.cwd());
			const spec = project.supervised(params.name ?? "")?.spec ?? project.foreign(params.name ?? "")?.record.spec;
			return spec ? lineAction(spec.line, spec, deps) : { kind: "other", tier: "write" };
		}
		case "send": {
			if (params.text === undefined && params.keys === undefined) return { kind: "other", tier: "write" };
			const line = params.text?.trim() ?? "";
			const neverFree = "Types into a running program";
			return line === ""
				? { kind: "other", tier: "exec", reason: neverFree }
				: { ...lineAction(line, {}, deps), neverFree };
		}
		default:
			return { kind: "other", tier: "write" };
	}
}

interface Spec {
	readonly cwd?: string;
	readonly env?: Readonly<Record<string, string>>;
}

function lineAction(line: string, { cwd, env = {} }: Spec, { workspace }: LaunchDeps): CommandAction {
	return { kind: "command", line, cwd: resolveFolder(cwd, workspace), env };
}

export function launchFacts({ workspace, commandRules, box }: LaunchDeps): ActionFacts {
	const { home, agentDir, workTree, isGitUntrusted } = workspace;
	return {
		home,
		agentDir,
		cwd: workspace.cwd(),
		rules: commandRules?.() ?? [],
		workTree,
		isGitUntrusted,
		...boxFact(box),
	};
}
