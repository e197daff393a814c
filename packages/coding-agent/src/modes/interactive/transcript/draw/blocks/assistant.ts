import type { AssistantContent, AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { textBetween } from "@oh-my-pi/pi-ai/reply/recent-text";
import type { Component } from "@oh-my-pi/pi-tui/component";
import { Markdown } from "@oh-my-pi/pi-tui/markdown/markdown";
import type { MarkdownStyle } from "@oh-my-pi/pi-tui/markdown/markdown-style";
import type { SettlingComponent } from "@oh-my-pi/pi-tui/screen/transcript/live-block";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { shortNumber } from "@oh-my-pi/pi-utils/text/short-number";
import type { AssistantBlock } from "../../reduce/block.ts";
import type { BlockRenderer, BlockView, RenderOptions, ThinkingRenderer } from "../parts/block-view.ts";
import { partLength } from "../parts/smooth-reveal.ts";
import { withoutCode } from "../parts/without-code.ts";

/** What the model says: thinking, text as it streams, and how it ended if that was not well. */
export const assistantRenderer: BlockRenderer<AssistantBlock> = {
	create: (block, options) => new AssistantBlockView(block, options),
};

interface Part {
	readonly kind: "text" | "thinking";
	readonly markdown: Markdown;
	/** Of a thought that an extension draws. */
	other?: { readonly component: Component; readonly text: string; readonly by: ThinkingRenderer };
}

class AssistantBlockView implements BlockView<AssistantBlock>, SettlingComponent {
	readonly #options: RenderOptions;
	/** By their place in the message; tool calls have blocks of their own. */
	readonly #parts = new Map<number, Part>();
	#block: AssistantBlock;
	/** Deltas come far more often than frames; the texts are only taken over when they are drawn. */
	#isStale = true;
	#rows: readonly string[] | undefined;
	#end: { readonly firstRow: number; readonly rows: readonly string[] } | undefined;
	#width = 0;
	#settledRows = 0;
	#pieceStarts: number[] = [];

	constructor(block: AssistantBlock, options: RenderOptions) {
		this.#options = options;
		this.#block = block;
	}

	update(block: AssistantBlock): void {
		this.#block = block;
		this.#isStale = true;
		this.#forgetRows();
	}

	invalidate(): void {
		// How much of a thought is shown may have changed, too.
		this.#isStale = true;
		this.#forgetRows();
		for (const part of this.#parts.values()) {
			part.markdown.invalidate();
			part.other?.component.invalidate?.();
		}
	}

	render(width: number): readonly string[] {
		this.#prepare(width);
		this.#rows ??= this.#draw(width, 0);
		return this.#rows;
	}

	renderFrom(width: number, firstRow: number): readonly string[] {
		this.#prepare(width);
		if (this.#end?.firstRow !== firstRow) this.#end = undefined;
		this.#end ??= { firstRow, rows: this.#draw(width, firstRow) };
		return this.#end.rows;
	}

	settledRows(): number {
		return this.#settledRows;
	}

	pieceStarts(): readonly number[] {
		return this.#pieceStarts;
	}

	#forgetRows(): void {
		this.#rows = undefined;
		this.#end = undefined;
	}

	#prepare(width: number): void {
		if (width !== this.#width) this.#forgetRows();
		this.#width = width;
		if (!this.#isStale) return;
		this.#isStale = false;
		const { message, settled, revealed = Number.POSITIVE_INFINITY } = this.#block;
		let room = revealed;
		for (const [index, content] of message.content.entries()) {
			this.#updatePart(index, content, Math.max(0, room));
			room -= partLength(content);
		}
		if (settled) for (const part of this.#parts.values()) part.markdown.finish();
	}

	/** Shows that many characters of a part, if it has so many. */
	#updatePart(index: number, content: AssistantContent, count: number): void {
		if (content.type !== "text" && content.type !== "thinking") return;
		const { theme } = this.#options;
		const part: Part = this.#parts.get(index) ?? {
			kind: content.type,
			markdown: new Markdown(
				content.type === "thinking"
					? { theme, base: (text) => theme.italic(theme.thinkingText(text)) }
					: answerStyle(this.#options),
			),
		};
		this.#parts.set(index, part);
		if (content.type === "thinking") {
			const thinking = wholeCharacters(content.thinking, count);
			// Without its code a text may also become shorter.
			part.markdown.setText(this.#options.proseOnly() ? withoutCode(thinking) : thinking);
			this.#drawOtherwise(part, index, thinking);
		} else if (this.#block.settled) part.markdown.setText(content.text);
		else part.markdown.append(textBetween(content, part.markdown.length, count));
	}

	#drawOtherwise(part: Part, contentIndex: number, text: string): void {
		const by = this.#options.thinkingRenderer?.();
		if (part.other && part.other.by === by && part.other.text === text) return;
		part.other?.component.dispose?.();
		delete part.other;
		if (!by) return;
		const before = [...this.#parts].filter(([index, { kind }]) => kind === "thinking" && index < contentIndex);
		const component = by({ text, contentIndex, thinkingIndex: before.length }, this.#options.theme);
		if (component) part.other = { component, text, by };
	}

	/** The rows of an extension for a thought; nothing when it has none or fails. */
	#otherRows(part: Part, width: number): readonly string[] | undefined {
		try {
			return part.other?.component.render(width);
		} catch (error) {
			delete part.other;
			this.#options.onRenderError?.(error);
			return undefined;
		}
	}

	/** The rows from `firstRow` on. Of a part that lies wholly above only the number of its rows is of interest. */
	#draw(width: number, firstRow: number): string[] {
		const side = this.#options.padding();
		const margin = " ".repeat(side);
		const inner = Math.max(1, width - 2 * side);
		const rows: string[] = [];
		const shown = [...this.#parts.values()].filter((part) => part.kind === "text" || this.#options.showThinking());
		let above = 0;
		const add = (row: string) => {
			if (above >= firstRow) rows.push(row);
			above++;
		};
		this.#settledRows = 0;
		this.#pieceStarts = [];
		let mayChange = false;
		for (const [index, part] of shown.entries()) {
			const { markdown } = part;
			const other = this.#otherRows(part, inner);
			mayChange ||= other !== undefined;
			// Only the last part can still grow; of a long one most rows are in the terminal's history.
			const isLast = index === shown.length - 1 && !other;
			const gap = above > 0 ? 1 : 0;
			const skipped = isLast ? Math.max(0, firstRow - above - gap) : 0;
			const drawn = other ?? (isLast ? markdown.renderFrom(inner, skipped) : markdown.render(inner));
			if (drawn.length + skipped === 0) continue;
			// The blank row above belongs to the first piece.
			const starts = other ? [0] : markdown.pieceStarts();
			this.#pieceStarts.push(...starts.map((start, at) => above + (at === 0 ? 0 : start + gap)));
			if (gap > 0) add("");
			// What an extension draws may become something else.
			const grows = isLast && !this.#block.settled;
			if (!mayChange) this.#settledRows = above + (grows ? markdown.settledRows() : skipped + drawn.length);
			above += skipped;
			for (const row of drawn) add(margin + row);
		}
		const closing = this.#closing(this.#block.message).flatMap((line) => wrapTextWithAnsi(line, inner));
		if (closing.length > 0) this.#pieceStarts.push(above);
		if (closing.length > 0 && above > 0) add("");
		for (const row of closing) add(margin + row);
		if (this.#block.settled) this.#settledRows = above;
		return rows;
	}

	/** How it ended if that was not well, and what it has cost if that is wanted. */
	#closing(message: AssistantMessage): string[] {
		const { theme, showUsage } = this.#options;
		if (!this.#block.settled) return [];
		const lines: string[] = [];
		if (message.stopReason === "aborted") {
			const [, rule] = /^TTSR matched rule: (.+)$/.exec(message.errorMessage ?? "") ?? [];
			const text = rule === undefined ? "Interrupted" : `Stopped by rule ${rule}`;
			lines.push(theme.muted(`${theme.symbol("status.interrupted")} ${text}`));
		}
		if (message.stopReason === "length") lines.push(theme.warning("The reply was cut off at the model's output limit"));
		if (showUsage() && message.usage.totalTokens > 0) lines.push(theme.dim(usageText(message, theme)));
		return lines;
	}
}

/** Never half of a character. */
function wholeCharacters(text: string, count: number): string {
	if (count >= text.length) return text;
	return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(count - 1)) ? count - 1 : count);
}

/** Whether there are links can change while a reply is on the screen. */
function answerStyle(options: RenderOptions): MarkdownStyle {
	const { theme, highlight, diagram } = options;
	return {
		theme,
		...(highlight && { highlight }),
		...(diagram && { diagram }),
		get hyperlinks() {
			return options.linkTo !== undefined;
		},
		linkTo: (text) => options.linkTo?.(text),
	};
}

/** What a reply has cost: `⤵ 1.2K ⤴ 56 · ⛁ 90K · $0.01 · 3.2s` */
function usageText({ usage, duration }: AssistantMessage, theme: Theme): string {
	const { input, output, cacheRead, cost } = usage;
	const facts = [
		`${theme.symbol("icon.tokensIn")} ${shortNumber(input)} ${theme.symbol("icon.tokensOut")} ${shortNumber(output)}`,
	];
	if (cacheRead > 0) facts.push(`${theme.symbol("icon.cache")} ${shortNumber(cacheRead)}`);
	if (cost.total > 0) facts.push(`$${cost.total.toFixed(cost.total < 0.1 ? 4 : 2)}`);
	if (duration) facts.push(`${(duration / 1000).toFixed(1)}s`);
	return facts.join(` ${theme.symbol("text.dot")} `);
}
