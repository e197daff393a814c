import { isAbort } from "@oh-my-pi/pi-utils/abort";
import type { Condense } from "./compactor.ts";
import { type Ask, shortSummaryAside, summarize } from "./summarize.ts";

/** The strategy `context-full`: a model sums up what goes. */
export function summaryCondenser(ask: Ask): Condense {
	return async (preparation, wishes, signal) => {
		const summary = await summarize(preparation, wishes, ask, signal);
		const shortSummary = await shortSummaryOf(summary, ask, signal);
		return { summary, ...(shortSummary !== undefined && { shortSummary }) };
	};
}

async function shortSummaryOf(summary: string, ask: Ask, signal: AbortSignal): Promise<string | undefined> {
	try {
		return await ask(shortSummaryAside(summary), signal);
	} catch (error) {
		if (signal.aborted || isAbort(error)) throw error;
		// A compaction without its short form is shown with the long one.
		return undefined;
	}
}
