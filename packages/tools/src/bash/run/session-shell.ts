import { findProgram } from "@oh-my-pi/pi-natives/find-program";
import { PersistentShell } from "@oh-my-pi/pi-natives/shell/persistent-shell";
import type { BoxService } from "../../box/box-service.ts";

export interface SessionShellOptions {
	/** The setting `shellPath`. */
	readonly shellPath?: string;
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly newId: () => string;
	/** The box that its commands run in. */
	readonly box?: Pick<BoxService, "enter" | "sharedFolder"> | undefined;
}

/** The shell of a session, as the user's settings and environment want it. */
export function sessionShell({ shellPath, home, env, newId, box }: SessionShellOptions): PersistentShell {
	const prefix = env.PI_SHELL_PREFIX || env.CLAUDE_CODE_SHELL_PREFIX;
	return new PersistentShell({
		shellPath: shellPath || findProgram("bash", env.PATH) || "bash",
		home,
		login: !env.PI_BASH_NO_LOGIN && !env.CLAUDE_BASH_NO_LOGIN,
		newId,
		...(box && { inBox: () => box.enter(), place: () => box.sharedFolder() }),
		...(prefix && { prefix }),
	});
}
