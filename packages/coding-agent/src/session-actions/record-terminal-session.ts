import { Breadcrumbs, terminalId } from "@oh-my-pi/pi-session/resume/breadcrumbs";
import { findTtyPath } from "@oh-my-pi/pi-session/resume/tty-path";
import type { Conversation } from "../conversation/kernel/conversation.ts";

/** Records which session this terminal shows, for `--continue`. */
export function recordTerminalSession(conversation: Pick<Conversation, "log" | "addHook">): void {
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
		// After /new, `--continue` must not return to the old session.
		afterSessionChange: (event) => leave(event.type === "session_switch" && event.reason === "new"),
	});
}
