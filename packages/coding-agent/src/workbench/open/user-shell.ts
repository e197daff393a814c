import type { PersistentShell } from "@oh-my-pi/pi-natives/shell/persistent-shell";
import { bashPreferences } from "@oh-my-pi/pi-tools/bash/preferences";
import { quietEnv } from "@oh-my-pi/pi-tools/bash/run/quiet-env";
import type { Runtimes } from "@oh-my-pi/pi-tools/kernels/runtimes";
import { outputLimits } from "@oh-my-pi/pi-tools/output/output-limits";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { WorkingFolder } from "../../conversation/operations/move-session.ts";
import { UserShell } from "../../conversation/shell/user-shell.ts";
import type { Workbench } from "../workbench.ts";

export interface UserShellParts {
	readonly workbench: Workbench;
	readonly folder: WorkingFolder;
	readonly conversation: Conversation;
	readonly shell: PersistentShell;
	/** Absent where no code is run. */
	readonly runtimes: Runtimes | undefined;
}

/** User runs share the shell and kernel of the model: exports and variables are visible to both. */
export function userShell(parts: UserShellParts): UserShell {
	const { workbench, folder, conversation } = parts;
	const { host, settings } = workbench;
	const env = workbench.env.child;
	const shared = () => ({
		artifacts: conversation.log.artifacts,
		limits: outputLimits(settings),
	});
	return new UserShell({
		cwd: () => folder.path,
		async command(text, options) {
			const { executeUserCommand } = await import("@oh-my-pi/pi-tools/bash/run/user-command");
			const { shell } = parts;
			const { direnv } = bashPreferences(settings, () => false);
			const ports = { ...shared(), shell, env, quietEnv: quietEnv(env), now: host.now, ...(direnv && { direnv }) };
			return executeUserCommand(text, options, ports);
		},
		async python(code, options) {
			const { executeUserCell } = await import("@oh-my-pi/pi-tools/eval/user-cell");
			const { runtimes } = parts;
			if (!runtimes) throw new Error("Python is not available in this session");
			return executeUserCell(code, options, {
				...shared(),
				runtimes,
				sessionId: () => conversation.log.id,
			});
		},
		instead: (run) => conversation.interceptShellRun(run),
		note: (message) => conversation.note(message),
		now: host.now,
	});
}
