import type { Model } from "@oh-my-pi/pi-ai/model";
import { imageBilling } from "../../context/context-tokens.ts";
import type { Preparation } from "../../event/compaction-result.ts";
import { picturedEdges, picturedHistoryKey, picturedHistoryOf } from "../../history/pictured-history.ts";
import { serialize } from "../../history/serialize.ts";
import type { Condense } from "../condense.ts";
import { pictureHistory } from "./picture-history.ts";

/** The strategy `snapcompact`: what goes is kept as pictures of its text. No model is asked. */
export function pictureCondenser(model: () => Model | undefined): Condense {
	return async (preparation) => {
		const pictured = pictureHistory(historyText(preparation), imageBilling(model()));
		const { oldest, newest } = picturedEdges(pictured);
		return {
			// For whoever cannot see the pictures.
			summary: [oldest, `[… ${pictured.frames.length} pages kept as images …]`, newest].join("\n\n"),
			preserveData: { [picturedHistoryKey]: pictured },
		};
	};
}

/** All that goes, in words, with what went before. */
export function historyText({ history, turnPrefix, previousSummary, previousPreserveData }: Preparation): string {
	const before = picturedHistoryOf(previousPreserveData)?.text ?? previousSummary;
	const passages = serialize([...history, ...turnPrefix]).map(({ text }) => text);
	return [...(before ? [before] : []), ...passages].join("\n");
}
