import type { Action } from "../action.ts";
import type { Approval } from "../approval.ts";
import type { JudgedPaths } from "../files/judged-paths.ts";
import { readApproval } from "../files/read-approval.ts";
import { writeApproval } from "../files/write-approval.ts";
import type { PathBase } from "../paths/resolve-path.ts";
import type { CommandRule } from "../rules/command-rules.ts";
import type { WorkTree } from "../work-tree/work-tree.ts";

/** What is known where a call is made; `cwd` is the session's folder. */
export interface ActionFacts extends PathBase {
	/** Where omp keeps its keys, if not below the home folder. */
	readonly agentDir?: string | undefined;
	/** Further folders of the workspace. */
	readonly roots?: readonly string[];
	/** Where files were when they were judged, for the write to be held to it. */
	readonly judged?: JudgedPaths;
	/** The user's rules for commands. */
	readonly rules?: readonly CommandRule[];
	/** What runs is held by a box; absent where nothing holds it. */
	readonly box?: { mayLeave(command: string): boolean } | undefined;
	/** Tells whether a command would delete work. */
	readonly workTree?: WorkTree | undefined;
	/** The repository's own git settings run programs, and the user did not agree to that. */
	readonly isGitUntrusted?: ((folder: string) => boolean | Promise<boolean>) | undefined;
	/** Whether the user named an address. */
	readonly isNamed?: ((url: URL) => boolean | Promise<boolean>) | undefined;
}

/**
 * What it takes to allow an action. Every built-in tool is judged here; `decideCall` makes the verdict of it. What understands
 * command lines is loaded with the first of them, so files are judged at once and commands later.
 */
export function judgeAction(action: Action, facts: ActionFacts): Approval | Promise<Approval> {
	// Nobody has seen what it would do.
	if (saysNothing(action)) return "exec";
	switch (action.kind) {
		case "other":
			return action.reason === undefined ? action.tier : { tier: action.tier, reason: action.reason };
		case "write":
			return writeApproval(action.paths, facts);
		case "read": {
			const { paths, addresses = [] } = action;
			const local = readApproval(paths, facts);
			return local === "read" && addresses.length > 0 ? judgeAddresses(addresses, facts) : local;
		}
		case "several":
			return judgeSeveral(action.actions, facts);
		default:
			return import("./judge-run.ts").then(({ judgeRun }) => judgeRun(action, facts));
	}
}

/** A read without paths is of what omp keeps itself, such as a skill. */
function saysNothing(action: Action): boolean {
	switch (action.kind) {
		case "write":
			return action.paths.length === 0;
		case "several":
			return action.actions.length === 0;
		case "code":
			return action.codes.every(isBlank);
		case "command":
		case "program":
		case "remote-command":
			return isBlank(action.line);
		default:
			return false;
	}
}

function isBlank(text: string): boolean {
	return text.trim() === "";
}

async function judgeAddresses(addresses: readonly string[], facts: ActionFacts): Promise<Approval> {
	const { networkApproval } = await import("../network/network-approval.ts");
	return networkApproval(addresses, facts);
}

/** The first that is refused or must be asked about, else the last. */
async function judgeSeveral(actions: readonly Action[], facts: ActionFacts): Promise<Approval> {
	let last: Approval = "read";
	for (const action of actions) {
		last = await judgeAction(action, facts);
		if (typeof last === "object" && (last.policy !== undefined || last.override)) return last;
	}
	return last;
}
