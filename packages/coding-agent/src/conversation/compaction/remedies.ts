import type { Model } from "@oh-my-pi/pi-ai/model";
import { imageBilling } from "../context/context-tokens.ts";
import { estimateMessages } from "../context/estimate-tokens.ts";
import type { Preparation } from "../hooks/compaction-result.ts";
import type { LiveContext } from "../live-context.ts";
import { AsideError } from "./ask-aside.ts";
import type { Remedy } from "./auto-compaction.ts";
import type { Compactor, Condense } from "./compactor.ts";
import type { Handoff } from "./handoff.ts";
import { refuseOversized } from "./oversized.ts";
import { CompactionRefusal } from "./prepare.ts";
import { minShakeSavings, type Shake } from "./shake.ts";
import { historyText, pictureCondenser } from "./snapcompact/picture-condenser.ts";
import { unprintableShare } from "./snapcompact/pictured-history.ts";

/** The strategy `context-full`, which always fits. */
export function summaryRemedy(compactor: Compactor, condense: Condense, live: LiveContext): Remedy {
	return {
		action: "context-full",
		fits: () => true,
		apply: ({ signal, dropReply }) =>
			compactor.compact({
				condense,
				signal,
				...(dropReply && { dropReply }),
				inspect: (preparation) => {
					refuseOversized(preparation.kept, live.parts.model);
					refuseTooLittle(preparation, live.parts.model, compactor.threshold);
				},
			}),
	};
}

/** The strategy `handoff`: between turns, and not when the request that would ask for it is too long already. */
export function handoffRemedy(handoff: Handoff, options: { readonly save: boolean }): Remedy {
	return {
		action: "handoff",
		fits: ({ reason, midTurn }) => reason !== "overflow" && !midTurn,
		async apply({ signal, dropReply }) {
			const document = await writtenDocument(handoff, signal);
			if (document === undefined) return undefined;
			dropReply?.();
			await handoff.enter(document, options);
			return "helped";
		},
	};
}

/** `undefined` when the model wrote nothing, which a summary can make up for. */
async function writtenDocument(handoff: Handoff, signal: AbortSignal): Promise<string | undefined> {
	try {
		return await handoff.write({ signal });
	} catch (error) {
		if (error instanceof AsideError && error.kind === "empty") return undefined;
		throw error;
	}
}

/** The strategy `shake`, when it saves enough. */
export function shakeRemedy(shake: Shake): Remedy {
	return {
		action: "shake",
		fits: () => shake.savings() >= minShakeSavings,
		async apply({ dropReply }) {
			dropReply?.();
			return shake.elide().count > 0 ? "helped" : undefined;
		},
	};
}

/** The strategy `snapcompact`, for models that can see and scripts that can be printed. */
export function pictureRemedy(compactor: Compactor, live: LiveContext): Remedy {
	const condense = pictureCondenser(() => live.parts.model);
	const { apply } = summaryRemedy(compactor, condense, live);
	return {
		action: "snapcompact",
		apply,
		async fits({ dropReply }) {
			if (!live.parts.model?.input.includes("image")) {
				const message = "snapcompact: the model cannot see images, so a summary is made";
				await live.emit({ type: "notice", level: "info", message, source: "compaction" });
				return false;
			}
			return isPrintable(compactor, { withoutReply: dropReply !== undefined });
		},
	};
}

const maxUnprintable = 0.1;

function isPrintable(compactor: Compactor, options: { withoutReply: boolean }): boolean {
	try {
		return unprintableShare(historyText(compactor.prepare(options))) <= maxUnprintable;
	} catch (error) {
		// Nothing to compact: the attempt will say so.
		if (error instanceof CompactionRefusal) return true;
		throw error;
	}
}

const minGainTokens = 1000;
const minGainShare = 0.02;

/** Summing up a few words costs more than they do. */
function refuseTooLittle({ history, turnPrefix }: Preparation, model: Model | undefined, threshold: number): void {
	const gain = estimateMessages([...history, ...turnPrefix], imageBilling(model));
	if (gain >= Math.min(minGainTokens, threshold * minGainShare)) return;
	throw new CompactionRefusal("Nothing to compact (session too small)");
}
