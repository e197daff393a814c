import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { AsideError } from "../../aside/ask-aside.ts";
import { imageBilling } from "../../context/context-tokens.ts";
import { estimateMessage, estimateMessages } from "../../context/estimate-tokens.ts";
import type { Preparation } from "../../event/compaction-result.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import type { CompactionMethod } from "../compaction-method.ts";
import type { CompactionOptions } from "../compaction-options.ts";
import type { CompactionPolicy } from "../compaction-policy.ts";
import type { Compactor } from "../compactor.ts";
import type { Handoff } from "../handoff.ts";
import { CompactionRefusal } from "../prepare.ts";
import { minShakeSavings, type Shake } from "../prune/shake.ts";
import { historyText, imageMethod } from "../snapcompact/image-method.ts";
import { unprintableShare } from "../snapcompact/render-history.ts";
import { inputLimit } from "../threshold.ts";
import type { StrategyStep } from "./auto-compaction.ts";

interface StrategyParts {
	readonly live: LiveContext;
	readonly compactor: Compactor;
	readonly summarize: CompactionMethod;
	readonly handoff: Handoff;
	readonly shake: Shake;
	readonly guard: CompactionOptions["guard"];
}

/** The steps of a strategy in order; a summary is the fallback. */
export function strategySteps(policy: CompactionPolicy, parts: StrategyParts): StrategyStep[] {
	const { compactor, live } = parts;
	const summary = summaryStep(compactor, parts.summarize, live);
	switch (policy.strategy) {
		case "handoff":
			return [handoffStep(parts.handoff, { save: policy.handoffSaveToDisk }), summary];
		case "shake":
			// While idle a model request is not worth its cost.
			return [shakeStep(parts.shake), { ...summary, fits: ({ reason }) => reason !== "idle" }];
		case "snapcompact":
			return [pictureStep(parts), summary];
		default:
			return [summary];
	}
}

/** The strategy `context-full`, which always fits. */
function summaryStep(compactor: Compactor, method: CompactionMethod, live: LiveContext): StrategyStep {
	return {
		action: "context-full",
		fits: () => true,
		apply: ({ signal, dropReply }) =>
			compactor.compact({
				method,
				signal,
				...(dropReply && { dropReply }),
				inspect: (preparation) => {
					refuseOversized(preparation.kept, live.parts.model);
					refuseTooLittle(preparation, live.parts.model, compactor.threshold);
				},
			}),
	};
}

/** The strategy `handoff`: not during a turn, and not after an overflow, when the request for the document would be too long. */
function handoffStep(handoff: Handoff, options: { readonly save: boolean }): StrategyStep {
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

/** `undefined` when the model wrote nothing; a summary follows then. */
async function writtenDocument(handoff: Handoff, signal: AbortSignal): Promise<string | undefined> {
	try {
		return await handoff.write({ signal });
	} catch (error) {
		if (error instanceof AsideError && error.kind === "empty") return undefined;
		throw error;
	}
}

/** The strategy `shake`, when it saves enough. */
function shakeStep(shake: Shake): StrategyStep {
	return {
		action: "shake",
		fits: () => shake.savings() >= minShakeSavings,
		async apply({ dropReply }) {
			dropReply?.();
			return shake.elide().count > 0 ? "helped" : undefined;
		},
	};
}

/** The strategy `snapcompact`, for vision models and text that our font can print. */
function pictureStep({ compactor, live, guard }: StrategyParts): StrategyStep {
	const method = imageMethod(() => live.parts.model, guard);
	const { apply } = summaryStep(compactor, method, live);
	return {
		action: "snapcompact",
		apply,
		async fits({ dropReply }) {
			if (!live.parts.model?.input.includes("image")) {
				const message = "snapcompact: the model does not accept images; using a summary";
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
		// Nothing to compact: `apply` reports it.
		if (error instanceof CompactionRefusal) return true;
		throw error;
	}
}

const minGainTokens = 1000;
const minGainShare = 0.02;

/** Refuses when the summary would cost more than it saves. */
function refuseTooLittle({ history, turnPrefix }: Preparation, model: Model | undefined, threshold: number): void {
	const gain = estimateMessages([...history, ...turnPrefix], imageBilling(model));
	if (gain >= Math.min(minGainTokens, threshold * minGainShare)) return;
	throw new CompactionRefusal("Nothing to compact (session too small)");
}

/** A single message is larger than the window, so compaction cannot help. */
export class OversizedMessage extends Error {
	override readonly name = "OversizedMessage";
}

/** Throws an `OversizedMessage` for the first message larger than the window. */
function refuseOversized(messages: readonly SessionMessage[], model: Model | undefined): void {
	if (!model) return;
	const limit = inputLimit(model);
	for (const message of messages) {
		const tokens = estimateMessage(message, imageBilling(model));
		if (tokens <= limit) continue;
		const size = `about ${tokens.toLocaleString("en-US")} tokens`;
		throw new OversizedMessage(
			`${describeMessage(message)} is ${size}, more than the ${limit.toLocaleString("en-US")} that ${model.name} can take`,
		);
	}
}

function describeMessage(message: SessionMessage): string {
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
