import "./feature-settings.ts";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import { features } from "../features/features.ts";
import { applyFlags } from "../startup/apply-flags.ts";
import type { Prepared } from "../startup/prepare-start.ts";
import type { SessionRequest } from "../workbench/contract/session-request.ts";
import { Workbench } from "../workbench/workbench.ts";

export interface StartedWorkbench {
	readonly workbench: Workbench;
	/** To show when the session has started. */
	readonly notices: readonly string[];
}

/** Everything but a conversation: what all conversations of a session share, with its features started. */
export async function startWorkbench(
	{ host, agentDir, settings, gate }: Pick<Prepared, "host" | "agentDir" | "settings" | "gate">,
	request: SessionRequest,
	registry: ModelRegistry,
): Promise<StartedWorkbench> {
	const notices: string[] = [];
	await applyFlags(settings, request);
	const { streamFn } = request;
	const workbench = new Workbench({
		host,
		agentDir,
		settings,
		registry,
		gate,
		features,
		continuity: request,
		...(streamFn && { streamFn }),
	});
	await startupPhase(host, "features", () =>
		workbench.features.start({ workbench, request, notify: (text) => notices.push(text) }),
	);
	return { workbench, notices };
}
