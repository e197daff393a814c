import { Breadcrumbs, terminalId } from "@oh-my-pi/pi-session/breadcrumbs";
import { findTtyPath } from "@oh-my-pi/pi-session/tty-path";
import type { Conversation } from "../conversation/conversation.ts";

/** Has this terminal remember which session it shows, so that `--continue` here means that one. */
export function leaveBreadcrumbs(conversation: Pick<Conversation, "log" | "addHook">): void {
	const { storage, agentDir, host } = conversation.log.environment;
	const terminal = terminalId(findTtyPath(), host.env);
	if (!terminal) return;
	const breadcrumbs = new Breadcrumbs(storage, agentDir);
	const leave = (fresh: boolean) => {
		const { file, cwd } = conversation.log;
		if (file !== undefined) breadcrumbs.leave(terminal, { cwd, file, fresh });
	};
	leave(false);
	conversation.addHook({
		name: "breadcrumbs",
		// Whoever asked for a new session does not want the one before it back.
		afterSessionChange: (event) => leave(event.type === "session_switch" && event.reason === "new"),
	});
}
