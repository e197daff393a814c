import type { LiveContext } from "../live-context.ts";
import type { ModelDirectory } from "../recovery/model-directory.ts";
import { type AsidePorts, askAside } from "./ask-aside.ts";
import type { Ask } from "./summarize.ts";
import { summarizers } from "./summarizers.ts";

/** Puts questions to whichever model may write summaries now. */
export function summarizer(live: LiveContext, models: ModelDirectory, ports: AsidePorts): Ask {
	return async (question, signal) =>
		askAside({ ...question, signal }, await summarizers(live.parts.model, models), ports);
}
