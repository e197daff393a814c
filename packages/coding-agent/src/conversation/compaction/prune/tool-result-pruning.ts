import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import type { ContextMeter } from "../../context/context-meter.ts";
import { imageBilling } from "../../context/context-tokens.ts";
import { estimateMessage, estimateMessages } from "../../context/estimate-tokens.ts";
import { type Replacement, replaceContent, replacementEntryType } from "../../history/replacements.ts";
import { visiblePath } from "../../history/visible-path.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import { oldOutput } from "./old-output.ts";
import { PruneCandidates, type Shortening } from "./prune-candidates.ts";

export interface PrunePolicy {
	readonly supersedeReads: boolean;
	readonly dropUseless: boolean;
}

interface PruningPorts {
	readonly live: LiveContext;
	readonly meter: ContextMeter;
	readonly policy: () => PrunePolicy;
	/** Lifetime of the provider's prompt cache. */
	readonly cacheLifeMs: () => number;
	/** With append-only context, prune only to make room. */
	readonly isAppendOnly?: () => boolean;
	readonly now: () => number;
}

type ShorterResult = Pick<Shortening, "result" | "text">;

/** Pruning a message followed by no more than this invalidates little of the prompt cache. */
const cheapTailTokens = 8000;

/** Shortens tool results that are no longer needed in full. Calls keep their results, and the log keeps the originals. */
export class ToolResultPruning {
	readonly #ports: PruningPorts;
	readonly #candidates: PruneCandidates;

	constructor(ports: PruningPorts) {
		this.#ports = ports;
		this.#candidates = new PruneCandidates(() => ports.live.parts.tools);
	}

	/** Prunes outdated results when that costs little of the prompt cache. */
	pruneTurn(): void {
		const { live, policy, isAppendOnly } = this.#ports;
		if (isAppendOnly?.()) return;
		const { supersedeReads, dropUseless } = policy();
		const isWanted = { superseded: supersedeReads, useless: dropUseless };
		const candidates = this.#candidates
			.of(live.parts.messages)
			.filter((candidate) => isWanted[candidate.reason] && this.#savings(candidate) > 0);
		if (candidates.length === 0) return;
		this.#shorten(this.#isCacheCold() ? candidates : this.#cheapToChange(candidates));
	}

	/** Prunes old output to make room. */
	pruneForRoom(): void {
		const { parts } = this.#ports.live;
		this.#shorten(oldOutput(parts.messages, imageBilling(parts.model), parts.tools));
	}

	#savings({ result, text }: ShorterResult): number {
		const billing = imageBilling(this.#ports.live.parts.model);
		const shorter = replaceContent(result, { entryId: "", text });
		return estimateMessage(result, billing) - estimateMessage(shorter, billing);
	}

	#isCacheCold(): boolean {
		const { live, now, cacheLifeMs } = this.#ports;
		const reply = live.parts.messages.findLast((message) => message.role === "assistant");
		return reply !== undefined && now() - reply.timestamp > cacheLifeMs();
	}

	#cheapToChange(candidates: readonly ShorterResult[]): ShorterResult[] {
		const { messages, model } = this.#ports.live.parts;
		const billing = imageBilling(model);
		const wanted = new Map(candidates.map((candidate) => [candidate.result as AgentMessage, candidate]));
		const cheap: ShorterResult[] = [];
		for (let index = messages.length - 1, behind = 0; index >= 0 && behind <= cheapTailTokens; index--) {
			const message = messages[index];
			if (!message) break;
			const candidate = wanted.get(message);
			if (candidate) cheap.push(candidate);
			behind += estimateMessages([message], billing);
		}
		return cheap;
	}

	#shorten(shortenings: readonly ShorterResult[]): void {
		if (shortenings.length === 0) return;
		const { live, meter } = this.#ports;
		const ids = entryIds(live.parts.messages, visiblePath(live.log.path()).steps);
		const replacements = new Map<AgentMessage, Replacement>();
		for (const { result, text } of shortenings) {
			const entryId = ids.get(result);
			if (entryId !== undefined) replacements.set(result, { entryId, text });
		}
		if (replacements.size === 0) return;
		live.log.appendCustomEntry(replacementEntryType, { replacements: [...replacements.values()] });
		for (const shortening of shortenings)
			if (replacements.has(shortening.result)) meter.discount(this.#savings(shortening));
		live.replaceMessages(
			live.parts.messages.map((message) => {
				const replacement = replacements.get(message);
				return replacement ? replaceContent(message as ToolResultMessage, replacement) : message;
			}),
		);
	}
}

/** Maps results to log entries. Call ids may repeat, so both lists are matched from the newest back. */
function entryIds(messages: readonly AgentMessage[], steps: readonly PathStep[]): Map<AgentMessage, string> {
	const entries = new Map<string, string[]>();
	for (const step of steps) {
		const entry = step.role === "toolResult" ? step.entry() : undefined;
		if (entry?.type !== "message" || entry.message.role !== "toolResult") continue;
		const { toolCallId } = entry.message;
		entries.set(toolCallId, [...(entries.get(toolCallId) ?? []), entry.id]);
	}
	const ids = new Map<AgentMessage, string>();
	for (const message of messages.toReversed()) {
		const id = message.role === "toolResult" ? entries.get(message.toolCallId)?.pop() : undefined;
		if (id !== undefined) ids.set(message, id);
	}
	return ids;
}
