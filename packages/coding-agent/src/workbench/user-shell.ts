import { bashPreferences } from "@oh-my-pi/pi-tools/bash/preferences";
import { quietEnv } from "@oh-my-pi/pi-tools/bash/quiet-env";
import { outputLimits } from "@oh-my-pi/pi-tools/output/output-limits";
import type { Conversation } from "../conversation/conversation.ts";
import type { WorkingFolder } from "../conversation/operations/move-session.ts";
import { UserShell } from "../conversation/shell/user-shell.ts";
import type { Workbench } from "./workbench.ts";

export interface UserShellParts {
	readonly workbench: Workbench;
	readonly folder: WorkingFolder;
	readonly conversation: Conversation;
}

/** User runs share the shell and kernel of the model: exports and variables are visible to both. */
export function userShell(parts: UserShellParts): UserShell {
	const { workbench, folder, conversation } = parts;
	const { host, settings, childEnv: env } = workbench;
	const shared = () => ({
		artifacts: conversation.log.artifacts,
		limits: outputLimits(settings),
	});
	return new UserShell({
		cwd: () => folder.path,
		async command(text, options) {
			const { executeUserCommand } = await import("@oh-my-pi/pi-tools/bash/user-command");
			const shell = workbench.shellOf(conversation.id);
			const { direnv } = bashPreferences(settings, () => false);
			const ports = { ...shared(), shell, env, quietEnv: quietEnv(env), now: host.now, ...(direnv && { direnv }) };
			return executeUserCommand(text, options, ports);
		},
		async python(code, options) {
			const { executeUserCell } = await import("@oh-my-pi/pi-tools/eval/user-cell");
			return executeUserCell(code, options, {
				...shared(),
				runtimes: workbench.kernels,
				sessionId: () => conversation.log.id,
			});
		},
		instead: (run) => conversation.takeUserRun(run),
		note: (message) => conversation.note(message),
		now: host.now,
	});
}
