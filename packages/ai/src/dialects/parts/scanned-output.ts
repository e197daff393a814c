import type { Reply } from "../../reply/reply.ts";
import type { ScannedPiece } from "./scanner.ts";

/** Writes the pieces of a scanner into a reply. */
export class ScannedOutput {
	readonly #reply: Reply;
	readonly #mintId: () => string;
	/** Blank text counts only if visible text follows; around calls and thinking it is layout. */
	#blank = "";
	#textKey: string | undefined;
	#thinkingKey: string | undefined;
	#blocks = 0;
	#hasCalls = false;
	readonly #stopsAtResults: boolean;
	/** The model wrote a call and its own result for it; everything after that is ignored. */
	fabricated = false;

	constructor(reply: Reply, mintId: () => string, options: { stopsAtResults?: boolean } = {}) {
		this.#reply = reply;
		this.#mintId = mintId;
		this.#stopsAtResults = options.stopsAtResults ?? false;
	}

	write(pieces: readonly ScannedPiece[]): void {
		for (const piece of pieces) {
			if (this.fabricated) return;
			switch (piece.type) {
				case "text":
					this.#writeText(piece.text);
					break;
				case "thinking":
					this.#closeText();
					this.#thinkingKey ??= this.#nextKey();
					this.#reply.appendThinking(this.#thinkingKey, piece.text);
					break;
				case "call":
				case "unfinished-call":
					this.#writeCall(piece);
					break;
				case "result":
					if (this.#hasCalls && this.#stopsAtResults) this.fabricated = true;
					else this.#writeText(piece.text);
					break;
			}
		}
	}

	/** Ends the current block; following text starts a new one. */
	interrupt(): void {
		this.#closeText();
		this.#closeThinking();
	}

	/** No more text: trailing blanks belong to the model's text. */
	end(): void {
		if (this.#textKey !== undefined) this.#reply.appendText(this.#textKey, this.#blank);
		this.interrupt();
	}

	#writeText(text: string): void {
		this.#closeThinking();
		const visibleLength = text.trimEnd().length;
		if (visibleLength === 0) {
			this.#blank += text;
			return;
		}
		const visible = this.#blank + text.slice(0, visibleLength);
		this.#blank = text.slice(visibleLength);
		const isFirst = this.#blocks === 0;
		const continues = this.#textKey !== undefined;
		this.#textKey ??= this.#nextKey();
		this.#reply.appendText(this.#textKey, continues || isFirst ? visible : visible.trimStart());
	}

	#writeCall(call: { name: string; arguments: string }): void {
		this.interrupt();
		this.#hasCalls = true;
		const key = this.#nextKey();
		this.#reply.openToolCall(key, { id: this.#mintId(), name: call.name });
		this.#reply.appendArguments(key, call.arguments);
		this.#reply.close(key);
	}

	#closeText(): void {
		if (this.#textKey !== undefined) this.#reply.close(this.#textKey);
		this.#textKey = undefined;
		this.#blank = "";
	}

	#closeThinking(): void {
		if (this.#thinkingKey !== undefined) this.#reply.close(this.#thinkingKey);
		this.#thinkingKey = undefined;
	}

	#nextKey(): string {
		return `scanned-${this.#blocks++}`;
	}
}
