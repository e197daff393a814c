import type { PersistentShell } from "@oh-my-pi/pi-natives/shell/persistent-shell";
import { sessionShell } from "@oh-my-pi/pi-tools/bash/session-shell";
import { shellSettings } from "@oh-my-pi/pi-tools/bash/settings";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Settings } from "../settings/settings.ts";
import type { SessionLinks } from "./session-links.ts";

/** The one shell of a session, made when it is first wanted: it keeps exports and functions until the session ends. */
export function sharedShell(links: SessionLinks, host: Host, settings: Settings): PersistentShell {
	const { running } = links;
	if (running.shell) return running.shell;
	const shellPath = settings.get(shellSettings.shellPath);
	const { home, env, newId } = host;
	running.shell = links.closing.use(sessionShell({ home, env, newId, ...(shellPath && { shellPath }) }));
	return running.shell;
}
