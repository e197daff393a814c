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
	const { home, agentDir, keyPlaces, rules = [] } = facts;
	switch (action.kind) {
		case "command":
			return judgeCommand(action, facts);
		case "program": {
			const { line, cwd } = action;
			const judged = commandApproval(line, {
				home,
				cwd,
				project: cwd,
				env: {},
				rules,
				isGitUntrusted: false,
				keyPlaces,
			});
			const mustAsk = typeof judged === "object" && (judged.policy !== undefined || judged.override);
			return mustAsk ? judged : facts.box ? "write" : "exec";
		}
		case "code":
			return codeApproval(action.codes, {
				...{ home, cwd: facts.cwd, rules },
				...(agentDir && { agentDir }),
				...(facts.box && !action.isOutside && { isBoxed: true }),
			});
		case "remote-command":
			return remoteApproval({ host: action.host, command: action.line, cwd: action.cwd }, rules);
	}
}

/** Who may run something outside is asked in every mode, unless the user has allowed it before. */
function leavingApproval(line: string, why: string, judged: Approval, box: NonNullable<ActionFacts["box"]>): Approval {
	const isRefused = typeof judged === "object" && (judged.policy === "deny" || judged.override);
	if (isRefused || box.mayLeave(line)) return judged;
	return { tier: "exec", policy: "prompt", leavesBox: true, reason: `Leaves the sandbox: ${why}` };
}

async function judgeCommand(action: CommandAction, facts: ActionFacts): Promise<Approval> {
	const { line, cwd, env = {}, checkedInCopy, neverFree, outside } = action;
	const { home, agentDir, keyPlaces, rules = [], workTree } = facts;
	const refused = checkedInCopy && refusedInCopy(line, checkedInCopy, facts);
	if (refused) return refused;
	const isGitUntrusted = mayRunGit(line) && ((await facts.isGitUntrusted?.(cwd)) ?? false);
	const place = { home, keyPlaces, ...(agentDir && { agentDir }), cwd, project: facts.cwd };
	const isBoxed = facts.box !== undefined && outside === undefined;
	const judged = await commandApprovalIn(workTree, line, { ...place, env, rules, isGitUntrusted, isBoxed });
	if (isBoxed) return judged;
	if (facts.box && outside !== undefined) return leavingApproval(line, outside, judged, facts.box);
	return neverFree !== undefined && typeof judged !== "object" ? { tier: "exec", reason: neverFree } : judged;
}
