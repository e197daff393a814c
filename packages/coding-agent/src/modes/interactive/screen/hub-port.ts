import type { DialogPort, HubPort, WorkPort } from "../../../commands/contract/screen-ports.ts";
import type { SessionPort, TranscriptPort } from "../keys/actions/action.ts";

/** Opens the list of sub-agents over everything else. */
export function hubPort(sources: SessionPort & DialogPort & Pick<WorkPort, "attempt"> & TranscriptPort): HubPort {
	const { session, ask, attempt, transcriptBeside: makePanel } = sources;
	const { workbench, conversation } = session;
	return {
		async openHub() {
			let wanted: "kinds" | undefined;
			await attempt(async () => {
				const { agents } = workbench.features;
				if (!agents) return;
				const [{ hubDialog }, { agentTranscript }, control] = await Promise.all([
					import("../../../dialogs/agents/hub-dialog.ts"),
					import("../transcript/open/agent-transcript.ts"),
					agents.control(conversation),
				]);
				const dialog = hubDialog({
					control,
					onChange: (listener) => agents.onChange(listener),
					transcriptOf: (id, requestRender) => agentTranscript({ id, control, makePanel, requestRender }),
				});
				wanted = await ask(dialog);
			});
			return wanted;
		},
	};
}
