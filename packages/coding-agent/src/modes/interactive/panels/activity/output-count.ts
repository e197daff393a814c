import type { ScreenEvent } from "../../transcript/reduce.ts";

/** Until the provider has counted, a token is taken for this many characters. */
const charsPerToken = 4;

/** How many tokens the model has written since the prompt. */
export class OutputCount {
	#counted = 0;
	#streamedChars = 0;

	get tokens(): number {
		return this.#counted + Math.round(this.#streamedChars / charsPerToken);
	}

	handle(event: ScreenEvent): void {
		if (event.type === "agent_start") this.#counted = 0;
		if (event.type === "message_start") this.#streamedChars = 0;
		if (event.type === "message_update" && "delta" in event.assistantMessageEvent) {
			this.#streamedChars += event.assistantMessageEvent.delta.length;
		}
		if (event.type !== "message_end" || event.message.role !== "assistant") return;
		this.#counted += event.message.usage.output || Math.round(this.#streamedChars / charsPerToken);
		this.#streamedChars = 0;
	}
}
