import type {
	AssistantContent,
	AssistantMessage,
	ImageContent,
	Message,
	TextContent,
	ToolResultMessage,
} from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { emptyUsage } from "@oh-my-pi/pi-ai/reply/usage";
import { RequestError } from "./format.ts";

/** Builds the history of a client, which names neither the tool of a result nor the model of an answer. */
export class PastMessages {
	readonly messages: Message[] = [];
	readonly #author: Pick<AssistantMessage, "api" | "provider" | "model">;
	readonly #timestamp: number;
	readonly #toolNames = new Map<string, string>();

	/** Signatures of thinking are only of use to the API that made them: `api` is that of the format. */
	constructor(api: string, model: Model, timestamp: number) {
		const isOwn = model.api === api;
		this.#author = isOwn
			? { api, provider: model.provider, model: model.id }
			: { api, provider: "gateway-client", model: "gateway-client" };
		this.#timestamp = timestamp;
	}

	addUser(content: Array<TextContent | ImageContent>): void {
		if (content.length > 0) this.messages.push({ role: "user", content, timestamp: this.#timestamp });
	}

	addDeveloper(text: string): void {
		if (text) this.messages.push({ role: "developer", content: text, timestamp: this.#timestamp });
	}

	/** Parts of one answer that come apart become one message again. */
	addAssistant(content: readonly AssistantContent[]): void {
		if (content.length === 0) return;
		for (const block of content) if (block.type === "toolCall") this.#toolNames.set(block.id, block.name);
		const last = this.messages.at(-1);
		const calls = content.some(({ type }) => type === "toolCall");
		if (last?.role === "assistant") {
			last.content.push(...content);
			if (calls) last.stopReason = "toolUse";
			return;
		}
		this.messages.push({
			role: "assistant",
			content: [...content],
			...this.#author,
			usage: emptyUsage(),
			stopReason: calls ? "toolUse" : "stop",
			timestamp: this.#timestamp,
		});
	}

	addResult(
		toolCallId: string,
		content: Array<TextContent | ImageContent>,
		{ isError, path }: { isError: boolean; path: string },
	): void {
		const toolName = this.#toolNames.get(toolCallId);
		if (toolName === undefined) throw new RequestError(`${path}: no tool call before it has the id ${toolCallId}`);
		const result: ToolResultMessage = {
			...{ role: "toolResult" as const, toolCallId, toolName },
			...{ content, isError, timestamp: this.#timestamp },
		};
		this.messages.push(result);
	}
}
