import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model";
import { type AsidePorts, askAside } from "../../aside/ask-aside.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import type { ModelDirectory } from "../../recovery/model-directory.ts";
import type { CompactionOptions } from "../compaction-options.ts";
import type { Condense } from "../condense.ts";
import { providerAndWords } from "./native-compaction.ts";
import { remoteFirst } from "./remote-summary.ts";
import type { Ask } from "./summarize.ts";

/** The ways to summarize older messages. */
export interface Condensers {
	readonly ask: Ask;
	readonly summarize: Condense;
	/** The same, without the user's summary endpoint and the provider's own compaction. */
	readonly summarizeLocally: Condense;
}

interface CondenserPorts {
	readonly live: LiveContext;
	readonly options: CompactionOptions;
	readonly models: ModelDirectory;
	readonly aside: AsidePorts;
	readonly warn: (message: string) => void;
}

export function condensers(ports: CondenserPorts): Condensers {
	const { live, options, aside, warn } = ports;
	const native = { ...aside, live, onFailure: warn };
	const ask = summarizer(ports, options.summaryEndpoint);
	const askLocally = summarizer(ports, () => undefined);
	return {
		ask,
		summarize: providerAndWords(ask, { ...native, isWanted: options.providerCompaction }),
		summarizeLocally: providerAndWords(askLocally, { ...native, isWanted: () => false }),
	};
}

/** Asks the user's endpoint first, then whichever model may write summaries. */
function summarizer({ live, models, options, aside, warn }: CondenserPorts, endpoint: () => string | undefined): Ask {
	const model = () => live.parts.model;
	return remoteFirst({ endpoint, model, fetch: options.fetch, onFailure: warn }, async (question, signal) =>
		askAside({ ...question, signal }, await summarizers(model(), models), aside),
	);
}

/** Models that may write a summary, best first: the model made for it, the session's own, then those of the roles. */
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
