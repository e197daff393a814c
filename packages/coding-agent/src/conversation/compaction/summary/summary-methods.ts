import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { type AsidePorts, askAside } from "../../aside/ask-aside.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import type { ModelDirectory } from "../../recovery/model-directory.ts";
import type { CompactionMethod } from "../compaction-method.ts";
import type { CompactionOptions } from "../compaction-options.ts";
import { nativeAndSummary } from "./native-compaction.ts";
import { remoteFirst } from "./remote-summary.ts";
import type { Ask } from "./summarize.ts";

/** The ways to summarize older messages. */
export interface SummaryMethods {
	readonly ask: Ask;
	readonly summarize: CompactionMethod;
	/** The same, without the user's summary endpoint and the provider's own compaction. */
	readonly summarizeLocally: CompactionMethod;
}

interface SummaryMethodPorts {
	readonly live: LiveContext;
	readonly options: CompactionOptions;
	readonly models: ModelDirectory;
	readonly aside: AsidePorts;
	readonly warn: (message: string) => void;
}

export function summaryMethods(ports: SummaryMethodPorts): SummaryMethods {
	const { live, options, aside, warn } = ports;
	const native = { ...aside, live, onFailure: warn };
	const ask = summarizer(ports, options.summaryEndpoint);
	const askLocally = summarizer(ports, () => undefined);
	return {
		ask,
		summarize: nativeAndSummary(ask, { ...native, isWanted: options.providerCompaction }),
		summarizeLocally: nativeAndSummary(askLocally, { ...native, isWanted: () => false }),
	};
}

/** Asks the user's endpoint first, then the models. */
function summarizer(
	{ live, models, options, aside, warn }: SummaryMethodPorts,
	endpoint: () => string | undefined,
): Ask {
	const model = () => live.parts.model;
	return remoteFirst(
		{ endpoint, model, fetch: options.fetch, guard: options.guard, onFailure: warn },
		async (question, signal) =>
			askAside({ ...question, signal, purpose: "compaction" }, await summarizers(model(), models), aside),
	);
}

/** Candidates for summaries in order: the dedicated model, the session's model, then those of the roles. */
async function summarizers(model: Model | undefined, models: ModelDirectory): Promise<Model[]> {
	const named = async (selector: string | undefined) => {
		const found = selector === undefined ? undefined : (await models.find(selector))?.model;
		return found && models.isUsable(found) ? found : undefined;
	};
	const candidates = [
		await named(model?.compactionModel),
		model,
		await named(models.roleSelector("default")),
		await named(models.roleSelector("smol")),
	].filter((candidate) => candidate !== undefined);
	return [...new Map(candidates.map((candidate) => [selectorOf(candidate), candidate])).values()];
}
