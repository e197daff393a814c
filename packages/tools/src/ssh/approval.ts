import type { ToolApproval } from "@oh-my-pi/pi-agent-core/tools/tool";
import { bashApproval } from "../bash/approval.ts";
import type { CommandRule } from "../shared/shell-syntax/command-rules.ts";
import type { SshParams } from "./ssh.ts";

/** Another computer has another home; any name that is none of ours will do. */
const elsewhere = "/home/there";

/**
 * What is refused or dangerous here is so there. Nothing is free there: rules that allow commands mean this computer, and nobody
 * knows what a harmless program does on the other.
 */
export function sshApproval({ host, command, cwd }: SshParams, rules: readonly CommandRule[]): ToolApproval {
	const judged = bashApproval(command, {
		home: elsewhere,
		cwd: cwd?.startsWith("/") ? cwd : elsewhere,
		project: elsewhere,
		env: {},
		rules: rules.filter(({ approval }) => approval !== "allow"),
	});
	if (typeof judged === "object" && (judged.policy !== undefined || judged.override)) return judged;
	return { tier: "exec", reason: `Runs on ${host}` };
}
