import { existsSync } from "node:fs";
import { switchSession } from "../../conversation/operations/switch-session.ts";
import { reloadProject } from "../../settings/load-settings.ts";
import type { Session } from "../../workbench/session.ts";
import type { CommandOutcome } from "./commands/command.ts";

/** Goes on in the session of a file; one of another folder takes tools, settings and commands there. */
export async function enterSession(file: string, session: Session): Promise<CommandOutcome> {
	const { conversation, folder, settings, host, agentDir, fileCommands } = session;
	if (!(await switchSession(conversation, file))) return { kind: "done" };
	const { cwd } = conversation.log;
	if (cwd === folder.path || !existsSync(cwd)) return { kind: "session-changed", text: "Resumed session" };
	folder.path = cwd;
	await reloadProject(settings, { host, agentDir, cwd });
	fileCommands.forget();
	await conversation.refresh();
	return { kind: "session-changed", text: `Resumed session in ${cwd}` };
}
