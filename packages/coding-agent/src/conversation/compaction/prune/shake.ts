import type { Artifacts } from "@oh-my-pi/pi-session/blobs/artifacts";
import type { ContextMeter } from "../../context/context-meter.ts";
import { measuredBeforeCompaction } from "../../context/context-meter.ts";
import { imageBilling } from "../../context/context-tokens.ts";
import { estimateText } from "../../context/estimate-tokens.ts";
import { type Replacement, replacementEntryType, withReplacements } from "../../history/replacements.ts";
import { messageOfStep, sessionContext } from "../../history/session-context.ts";
import { visiblePath } from "../../history/visible-path.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import type { HistoryItem } from "../cut-point.ts";
import { type HeavyPiece, heavyContent } from "./heavy-content.ts";

export interface Shaken {
	readonly count: number;
	readonly savedTokens: number;
}

const protectedTokens = 40_000;
export const minShakeSavings = 20_000;

/** Moves large content to artifacts and leaves a stub with their URL. Needs no model. */
export class Shake {
	constructor(
		private readonly live: LiveContext,
		private readonly meter: ContextMeter,
	) {}

	/** Tokens that could be saved now. */
	savings(): number {
		return this.#pieces(protectedTokens).reduce((sum, { tokens }) => sum + tokens, 0);
	}

	/** `all`: also recent content. */
	elide(options: { readonly all?: boolean } = {}): Shaken {
		const { artifacts } = this.live.log;
		return this.#replace(
			this.#pieces(options.all ? 0 : protectedTokens).flatMap((piece) => {
				const id = savedAs(piece.content, artifacts);
				if (id === undefined) return [];
				const text = piece.textWith(`[artifact://${id}: ${piece.description}]`);
				const replacement = { entryId: piece.entryId, text, ...(piece.block !== undefined && { block: piece.block }) };
				return [{ replacement, savedTokens: piece.tokens }];
			}),
		);
	}

	/** Drops all images from the context; the log keeps them. */
	dropImages(): Shaken {
		return this.#replace(
			this.#items().flatMap(({ id, message }) => {
				const content = message && "content" in message ? message.content : [];
				if (typeof content === "string") return [];
				return content.flatMap((part, block) =>
					part.type === "image"
						? [{ replacement: { entryId: id, block, text: "[image left out]" }, savedTokens: 1100 }]
						: [],
				);
			}),
		);
	}

	#pieces(protectedTokens: number): HeavyPiece[] {
		const billing = imageBilling(this.live.parts.model);
		return heavyContent(this.#items(), { protectedTokens, billing });
	}

	#items(): HistoryItem[] {
		const { steps } = visiblePath(this.live.log.path());
		return withReplacements(steps).map((step) => ({ id: step.id, message: messageOfStep(step) }));
	}

	#replace(changes: ReadonlyArray<{ replacement: Replacement; savedTokens: number }>): Shaken {
		const { live, meter } = this;
		if (changes.length === 0) return { count: 0, savedTokens: 0 };
		live.log.appendCustomEntry(replacementEntryType, { replacements: changes.map(({ replacement }) => replacement) });
		const { messages } = sessionContext(live.log);
		live.replaceMessages(messages);
		meter.invalidate(measuredBeforeCompaction(messages));
		const savedTokens = changes.reduce((sum, change) => sum + change.savedTokens - stubTokens, 0);
		meter.discount(savedTokens);
		return { count: changes.length, savedTokens };
	}
}

const stubTokens = estimateText("[artifact://100: result of search, 1000 lines]");

/** Without room for it, the content stays where it is. */
function savedAs(content: string, artifacts: Artifacts): string | undefined {
	try {
		return artifacts.save("shake", content).id;
	} catch {
		return undefined;
	}
}
