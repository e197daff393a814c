import type { PersistentShell } from "@oh-my-pi/pi-natives/shell/persistent-shell";
import { sessionShell } from "@oh-my-pi/pi-tools/bash/run/session-shell";
import { shellSettings } from "@oh-my-pi/pi-tools/bash/settings";
import type { BoxService } from "@oh-my-pi/pi-tools/box/box-service";
import type { Workbench } from "./workbench.ts";

/** The persistent shell of a conversation, for the model's commands and the user's. Started with the first command. */
export function conversationShell(
	{ host, settings }: Pick<Workbench, "host" | "settings">,
	box: BoxService | undefined,
): PersistentShell {
	const shellPath = settings.get(shellSettings.shellPath);
	const { home, env, newId } = host;
	return sessionShell({ home, env, newId, box, ...(shellPath && { shellPath }) });
}
