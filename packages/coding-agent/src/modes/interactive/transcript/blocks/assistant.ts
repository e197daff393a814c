import type { AssistantContent, AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { Markdown } from "@oh-my-pi/pi-tui/markdown/markdown";
import type { SettlingComponent } from "@oh-my-pi/pi-tui/screen/live-block";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { AssistantBlock } from "../block.ts";
import type { BlockLook, BlockView, LookOptions } from "../block-view.ts";

/** What the model says: thinking, text as it streams, and how it ended if that was not well. */
export const assistantLook: BlockLook<AssistantBlock> = {
	create: (block, options) => new AssistantBlockView(block, options),
};

interface Part {
	readonly kind: "text" | "thinking";
	readonly markdown: Markdown;
}

const side = 1;

class AssistantBlockView implements BlockView<AssistantBlock>, SettlingComponent {
	readonly #options: LookOptions;
	/** By their place in the message; tool calls have blocks of their own. */
	readonly #parts = new Map<number, Part>();
	#block: AssistantBlock;
	#rows: readonly string[] | undefined;
	#width = 0;
	#settledRows = 0;

	constructor(block: AssistantBlock, options: LookOptions) {
		this.#options = options;
		this.#block = block;
		this.update(block);
	}

	update(block: AssistantBlock): void {
		this.#block = block;
		this.#rows = undefined;
		for (const [index, content] of block.message.content.entries()) this.#updatePart(index, content);
		if (block.settled) for (const part of this.#parts.values()) part.markdown.finish();
	}

	invalidate(): void {
		this.#rows = undefined;
		for (const part of this.#parts.values()) part.markdown.invalidate();
	}

	render(width: number): readonly string[] {
		if (!this.#rows || width !== this.#width) {
			this.#width = width;
			this.#rows = this.#draw(width);
		}
		return this.#rows;
	}

	settledRows(): number {
		return this.#settledRows;
	}

	#updatePart(index: number, content: AssistantContent): void {
		if (content.type !== "text" && content.type !== "thinking") return;
		const { theme, highlight } = this.#options;
		const part = this.#parts.get(index) ?? {
			kind: content.type,
			markdown: new Markdown(
				content.type === "thinking"
					? { theme, base: (text) => theme.italic(theme.thinkingText(text)) }
					: { theme, highlight },
			),
		};
		this.#parts.set(index, part);
		part.markdown.setText(content.type === "text" ? content.text : content.thinking);
	}

	#draw(width: number): string[] {
		const inner = Math.max(1, width - 2 * side);
		const rows: string[] = [];
		const shown = [...this.#parts.values()].filter((part) => part.kind === "text" || this.#options.showThinking());
		this.#settledRows = 0;
		for (const [index, part] of shown.entries()) {
			const drawn = part.markdown.render(inner);
			if (drawn.length === 0) continue;
			if (rows.length > 0) rows.push("");
			// Only the last part can still grow.
			const isLast = index === shown.length - 1 && !this.#block.settled;
			this.#settledRows = rows.length + (isLast ? part.markdown.settledRows() : drawn.length);
			for (const row of drawn) rows.push(" ".repeat(side) + row);
		}
		const ending = this.#ending(this.#block.message);
		if (ending) {
			if (rows.length > 0) rows.push("");
			rows.push(...wrapTextWithAnsi(ending, inner).map((row) => " ".repeat(side) + row));
		}
		if (this.#block.settled) this.#settledRows = rows.length;
		return rows;
	}

	#ending(message: AssistantMessage): string | undefined {
		const { theme } = this.#options;
		if (!this.#block.settled) return undefined;
		if (message.stopReason === "aborted") return theme.muted(`${theme.symbol("status.interrupted")} Interrupted`);
		if (message.stopReason === "length") return theme.warning("The answer was cut off at the model's limit");
		if (message.stopReason !== "error") return undefined;
		return theme.error(`${theme.symbol("status.error")} ${plainText(message.errorMessage ?? "The model failed")}`);
	}
}
