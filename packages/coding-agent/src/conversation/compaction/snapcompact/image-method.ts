import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { imageBilling } from "../../context/context-tokens.ts";
import type { Preparation } from "../../event/compaction-result.ts";
import { imageHistoryKey, readImageHistory } from "../../history/image-history.ts";
import { serialize } from "../../history/serialize.ts";
import type { CompactionMethod } from "../compaction-method.ts";

/** The strategy `snapcompact`: keeps old messages as images of their text. Needs no model. */
export function imageMethod(model: () => Model | undefined): CompactionMethod {
	return async (preparation) => {
		const { renderHistory } = await import("./render-history.ts");
		const history = renderHistory(historyText(preparation), imageBilling(model()));
		const { frames, textHead = "", textTail = "" } = history;
		const pages = frames.length > 0 ? [`[… ${frames.length} pages kept as images …]`, textTail] : [];
		return {
			// For programs that only know summaries.
			summary: [textHead, ...pages].join("\n\n"),
			preserveData: { [imageHistoryKey]: history },
		};
	};
}

/** The text of the removed messages and of everything compacted before. */
export function historyText({ history, turnPrefix, previousSummary, previousPreserveData }: Preparation): string {
	const before = readImageHistory(previousPreserveData)?.text ?? previousSummary;
	const passages = serialize([...history, ...turnPrefix]).map(({ text }) => text);
	return [...(before ? [before] : []), ...passages].join("\n");
}
