import type { Action } from "@oh-my-pi/pi-policy/action";
import type { ActionFacts } from "@oh-my-pi/pi-policy/verdict/judge-action";
import { boxFact } from "../box/box-fact.ts";
import { pathBase } from "../files/mutate/ports.ts";
import type { BashDeps, BashParams } from "./options.ts";
import { resolveFolder } from "./resolve-folder.ts";

/** What a call of `bash` asks for: to run its line, or to change files when the line is a patch. */
export async function bashAction(params: BashParams, deps: BashDeps): Promise<Action> {
	const { command, env = {}, cwd, outside } = params;
	const paths =
		deps.edits && /apply_?patch/.test(command)
			? (await import("./run-patch.ts")).patchedPaths(params, deps)
			: undefined;
	if (paths) return { kind: "write", paths };
	const checkedInCopy = cwd === undefined ? "after-cd" : "whole-line";
	const leaves = outside !== undefined && { outside };
	return { kind: "command", line: command, cwd: resolveFolder(cwd, deps), env, checkedInCopy, ...leaves };
}

export function bashFacts(deps: BashDeps): ActionFacts {
	const { home, agentDir, edits, workTree, isGitUntrusted } = deps;
	return {
		...(edits && pathBase(edits)),
		home,
		cwd: deps.cwd(),
		agentDir,
		rules: deps.commandRules?.() ?? [],
		workTree,
		isGitUntrusted,
		...boxFact(deps.box),
	};
}
