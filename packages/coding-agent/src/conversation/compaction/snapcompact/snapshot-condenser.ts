import type { Model } from "@oh-my-pi/pi-ai/model";
import { imageBilling } from "../../context/context-tokens.ts";
import type { Condense } from "../compactor.ts";
import type { Preparation } from "../prepare.ts";
import { serialize } from "../serialize.ts";
import { snapshotEdges, snapshotKey, snapshotOf, takeSnapshot } from "./snapshot.ts";

/** The strategy `snapcompact`: what goes is kept as pictures of its text. No model is asked. */
export function snapshotCondenser(model: () => Model | undefined): Condense {
	return async (preparation) => {
		const snapshot = takeSnapshot(historyText(preparation), imageBilling(model()));
		const { oldest, newest } = snapshotEdges(snapshot);
		return {
			// For whoever cannot see the pictures.
			summary: [oldest, `[… ${snapshot.frames.length} pages kept as images …]`, newest].join("\n\n"),
			preserveData: { [snapshotKey]: snapshot },
		};
	};
}

/** All that goes, in words, with what went before. */
export function historyText({ history, turnPrefix, previousSummary, previousPreserveData }: Preparation): string {
	const before = snapshotOf(previousPreserveData)?.text ?? previousSummary;
	const passages = serialize([...history, ...turnPrefix]).map(({ text }) => text);
	return [...(before ? [before] : []), ...passages].join("\n");
}
