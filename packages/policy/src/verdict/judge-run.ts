import type { CodeAction, CommandAction, ProgramAction, RemoteCommandAction } from "../action.ts";
import type { Approval } from "../approval.ts";
import { mayRunGit } from "../programs/may-run-git.ts";
import { codeApproval } from "./code-approval.ts";
import { commandApproval, commandApprovalIn, refusedInCopy } from "./command-approval.ts";
import type { ActionFacts } from "./judge-action.ts";
import { remoteApproval } from "./remote-approval.ts";

/** What it takes to run something: commands, programs, code, here or on another machine. */
export async function judgeRun(
	action: CommandAction | ProgramAction | CodeAction | RemoteCommandAction,
	facts: ActionFacts,
): Promise<Approval> {
	const { home, agentDir, rules = [] } = facts;
	switch (action.kind) {
		case "command":
			return judgeCommand(action, facts);
		case "program": {
			const { line, cwd } = action;
			const judged = commandApproval(line, { home, cwd, project: cwd, env: {}, rules, isGitUntrusted: false });
			return typeof judged === "object" && (judged.policy !== undefined || judged.override) ? judged : "exec";
		}
		case "code":
			return codeApproval(action.codes, { home, ...(agentDir && { agentDir }), cwd: facts.cwd, rules });
		case "remote-command":
			return remoteApproval({ host: action.host, command: action.line, cwd: action.cwd }, rules);
	}
}

async function judgeCommand(action: CommandAction, facts: ActionFacts): Promise<Approval> {
	const { line, cwd, env = {}, checkedInCopy, neverFree } = action;
	const { home, agentDir, rules = [], workTree } = facts;
	const refused = checkedInCopy && refusedInCopy(line, checkedInCopy, facts);
	if (refused) return refused;
	const isGitUntrusted = mayRunGit(line) && ((await facts.isGitUntrusted?.(cwd)) ?? false);
	const place = { home, ...(agentDir && { agentDir }), cwd, project: facts.cwd };
	const judged = await commandApprovalIn(workTree, line, { ...place, env, rules, isGitUntrusted });
	return neverFree !== undefined && typeof judged !== "object" ? { tier: "exec", reason: neverFree } : judged;
}
