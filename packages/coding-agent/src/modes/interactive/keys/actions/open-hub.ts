import type { DialogPort, WorkPort } from "../../../../commands/screen-ports.ts";
import { always, type SessionPort, type TranscriptPort } from "./action.ts";

/** Shows all sub-agents of the session. */
export const openHub = always<SessionPort & DialogPort & WorkPort & TranscriptPort>((ports) => {
	const { session, ask, attempt, transcriptBeside: makePanel } = ports;
	const { workbench, conversation } = session;
	void attempt(async () => {
		const { agents } = workbench;
		if (!agents) return;
		const [{ hubDialog }, { agentTranscript }, control] = await Promise.all([
			import("../../../../dialogs/agents/hub-dialog.ts"),
			import("../../transcript/agent-transcript.ts"),
			agents.control(conversation),
		]);
		const dialog = hubDialog({
			control,
			onChange: (listener) => agents.onChange(listener),
			transcriptOf: (id, requestRender) => agentTranscript({ id, control, makePanel, requestRender }),
		});
		await ask(dialog);
	});
});
