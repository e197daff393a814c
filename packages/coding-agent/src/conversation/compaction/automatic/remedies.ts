import type { Model } from "@oh-my-pi/pi-ai/model";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import { AsideError } from "../../aside/ask-aside.ts";
import { imageBilling } from "../../context/context-tokens.ts";
import { estimateMessage, estimateMessages } from "../../context/estimate-tokens.ts";
import type { Preparation } from "../../event/compaction-result.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import type { CompactionPolicy } from "../compaction-policy.ts";
import type { Compactor } from "../compactor.ts";
import type { Condense } from "../condense.ts";
import type { Handoff } from "../handoff.ts";
import { CompactionRefusal } from "../prepare.ts";
import { minShakeSavings, type Shake } from "../prune/shake.ts";
import { historyText, pictureCondenser } from "../snapcompact/picture-condenser.ts";
import { unprintableShare } from "../snapcompact/picture-history.ts";
import { inputLimit } from "../threshold.ts";
import type { Remedy } from "./auto-compaction.ts";

interface StrategyParts {
	readonly live: LiveContext;
	readonly compactor: Compactor;
	readonly summarize: Condense;
	readonly handoff: Handoff;
	readonly shake: Shake;
}

/** What the wanted strategy tries, in this order; a summary makes up for what it cannot do. */
export function remediesFor(policy: CompactionPolicy, parts: StrategyParts): Remedy[] {
	const { compactor, live } = parts;
	const summary = summaryRemedy(compactor, parts.summarize, live);
	switch (policy.strategy) {
		case "handoff":
			return [handoffRemedy(parts.handoff, { save: policy.handoffSaveToDisk }), summary];
		case "shake":
			// While idle nobody waits for room: what costs a model is left for later.
			return [shakeRemedy(parts.shake), { ...summary, fits: ({ reason }) => reason !== "idle" }];
		case "snapcompact":
			return [pictureRemedy(compactor, live), summary];
		default:
			return [summary];
	}
}

/** The strategy `context-full`, which always fits. */
function summaryRemedy(compactor: Compactor, condense: Condense, live: LiveContext): Remedy {
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
function handoffRemedy(handoff: Handoff, options: { readonly save: boolean }): Remedy {
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
function shakeRemedy(shake: Shake): Remedy {
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
function pictureRemedy(compactor: Compactor, live: LiveContext): Remedy {
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

/** A single message is larger than the window: no compaction helps. */
export class OversizedMessage extends Error {
	override readonly name = "OversizedMessage";
}

/** Throws an `OversizedMessage` that names the first message the window cannot hold. */
function refuseOversized(messages: readonly SessionMessage[], model: Model | undefined): void {
	if (!model) return;
	const limit = inputLimit(model);
	for (const message of messages) {
		const tokens = estimateMessage(message, imageBilling(model));
		if (tokens <= limit) continue;
		const size = `about ${tokens.toLocaleString("en-US")} tokens`;
		throw new OversizedMessage(
			`${nameOf(message)} is ${size}, more than the ${limit.toLocaleString("en-US")} that ${model.name} can take`,
		);
	}
}

function nameOf(message: SessionMessage): string {
	switch (message.role) {
		case "user":
			return "Your message";
		case "toolResult":
			return `The result of ${message.toolName}`;
		case "assistant":
			return "A reply of the model";
		case "fileMention":
			return `The mention of ${message.files.map(({ path }) => path).join(", ")}`;
		default:
			return `A message (${message.role})`;
	}
}
