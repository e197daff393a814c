import type { ExtensionAPI, ExtensionContext } from "@oh-my-pi/pi-coding-agent";

/** Asks before a session is left, and keeps in the log of the new one where it came from. */
export default function (pi: ExtensionAPI): void {
	const leave = async ({ hasUI, ui, isIdle }: ExtensionContext, what: string) => {
		// Without a terminal, nothing is in the way.
		if (!hasUI || !isIdle()) return undefined;
		return (await ui.confirm(what, "The files stay as they are.")) ? undefined : { cancel: true };
	};

	pi.on("session_before_switch", ({ reason }, ctx) => leave(ctx, `Leave for another session (${reason})?`));
	pi.on("session_before_branch", (_event, ctx) => leave(ctx, "Branch here?"));
	pi.on("session_before_tree", (_event, ctx) => leave(ctx, "Go to another point?"));

	const came = (how: string, { ui, sessionManager }: ExtensionContext) => {
		pi.appendEntry("session-guard.came", { how });
		ui.notify(`${how}: session ${sessionManager.getSessionId().slice(0, 8)}`);
	};
	pi.on("session_switch", ({ reason }, ctx) => came(reason, ctx));
	pi.on("session_branch", (_event, ctx) => came("branch", ctx));
	pi.on("session_tree", (_event, ctx) => came("tree", ctx));
}
