import type { Approval } from "../approval.ts";
import type { CommandRule } from "../rules/command-rules.ts";
import { commandApproval } from "./command-approval.ts";

/** Another computer has another home; any name that is none of ours will do. */
const elsewhere = "/home/there";

interface RemoteCommand {
	readonly host: string;
	readonly command: string;
	readonly cwd?: string | undefined;
}

/**
 * What is refused or dangerous here is so there. Nothing is free there: rules that allow commands mean this computer, and nobody
 * knows what a harmless program does on the other.
 */
export function remoteApproval({ host, command, cwd }: RemoteCommand, rules: readonly CommandRule[]): Approval {
	const judged = commandApproval(command, {
		home: elsewhere,
		cwd: cwd?.startsWith("/") ? cwd : elsewhere,
		project: elsewhere,
		env: {},
		rules: rules.filter(({ approval }) => approval !== "allow"),
	});
	if (typeof judged === "object" && (judged.policy !== undefined || judged.override)) return judged;
	return { tier: "exec", reason: `Runs on ${host}` };
}
