import type { LiveContext } from "../live-context.ts";
import type { UpkeepOptions } from "../upkeep-options.ts";
import { type AsidePorts, askAside } from "./ask-aside.ts";
import { remoteFirst } from "./remote-summary.ts";
import type { Ask } from "./summarize.ts";
import { summarizers } from "./summarizers.ts";

/** Puts questions to the user's endpoint, or to whichever model may write summaries now. */
export function summarizer(
	live: LiveContext,
	{ models, summaryEndpoint, fetch }: Pick<UpkeepOptions, "models" | "summaryEndpoint" | "fetch">,
	ports: AsidePorts,
	warn: (message: string) => void,
): Ask {
	const model = () => live.parts.model;
	return remoteFirst({ endpoint: summaryEndpoint, model, fetch, onFailure: warn }, async (question, signal) =>
		askAside({ ...question, signal }, await summarizers(model(), models), ports),
	);
}
