import type { DialogPort, WorkPort } from "../../../../commands/screen-ports.ts";
import { always, type SessionPort } from "./action.ts";

/** Shows all sub-agents of the session. */
export const openHub = always<SessionPort & DialogPort & WorkPort>(({ session, ask, attempt }) => {
	const { workbench, conversation } = session;
	void attempt(async () => {
		const { agents } = workbench;
		if (!agents) return;
		const [{ hubDialog }, control] = await Promise.all([
			import("../../../../dialogs/agents/hub-dialog.ts"),
			agents.control(conversation),
		]);
		await ask(hubDialog({ control, onChange: (listener) => agents.onChange(listener) }));
	});
});
