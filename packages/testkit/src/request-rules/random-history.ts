import type {
	AssistantContent,
	AssistantMessage,
	Context,
	ImageContent,
	Message,
	StopReason,
	TextContent,
	ToolCall,
	ToolResultMessage,
} from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { emptyUsage } from "@oh-my-pi/pi-ai/reply/usage";
import { readTool } from "../protocol-contract/history.ts";
import { type Random, seeded } from "../seeded-random.ts";

/** Only in requests that contain the image itself. */
export const imageData = "SU1BR0U";
/** Never in any request. */
export const privateMark = "for-our-eyes-only";

/** The signature of a model's thinking; no other model may see it. */
export function signatureOf(model: Pick<Model, "provider" | "id" | "api">): string {
	return `SIG${`${model.api}/${model.provider}/${model.id}`.replace(/[^A-Za-z0-9]/g, "")}`;
}

/** A conversation with everything that can go wrong, partly with the source and partly with the target model. */
export function randomHistory(seed: number, models: { source: Model; target: Model }): Context {
	return new Conversation(seed, models).context();
}

class Conversation {
	readonly #random: Random;
	#count = 0;
	readonly #models: { source: Model; target: Model };

	constructor(seed: number, models: { source: Model; target: Model }) {
		this.#random = seeded(seed * 0x9e3779b1);
		this.#models = models;
	}

	context(): Context {
		const messages: Message[] = this.#random.chance(0.9) ? [this.#input()] : [];
		const turns = 1 + this.#random.below(6);
		for (let turn = 0; turn < turns; turn++) {
			const answer = this.#assistant();
			messages.push(answer, ...this.#aftermath(answer));
			if (this.#random.chance(0.6)) messages.push(this.#input());
		}
		messages.push({ role: "user", content: `final ${++this.#count}`, timestamp: 0 });
		return {
			...(this.#random.chance(0.7) && { systemPrompt: this.#random.pick([["Be brief."], ["One", "", "Two"], [""]]) }),
			messages,
			...(this.#random.chance(0.7) && { tools: this.#random.pick([[readTool], []]) }),
		};
	}

	#input(): Message {
		const role = this.#random.pick(["user", "user", "user", "developer"] as const);
		const attribution = this.#random.pick(["user", "agent"] as const);
		if (this.#random.chance(0.5)) return { role, content: this.#text(), attribution, timestamp: 0 };
		return { role, content: this.#blocks(), attribution, timestamp: 0 };
	}

	#assistant(): AssistantMessage {
		const { source, target } = this.#models;
		const model = this.#random.chance(0.7) ? source : target;
		const content = Array.from({ length: this.#random.below(5) }, () => this.#answerBlock(model));
		const calls = content.some((block) => block.type === "toolCall");
		const usual: StopReason = calls ? "toolUse" : "stop";
		return {
			role: "assistant",
			content,
			api: model.api,
			provider: model.provider,
			model: model.id,
			usage: emptyUsage(),
			stopReason: this.#random.pick([usual, usual, usual, "length", "error", "aborted"]),
			timestamp: 0,
		};
	}

	#answerBlock(model: Model): AssistantContent {
		switch (this.#random.below(8)) {
			case 0:
			case 1:
				return {
					type: "text",
					text: this.#text(),
					...(this.#random.chance(0.3) && { textSignature: this.#proof(model) }),
				};
			case 2:
			case 3:
				return {
					type: "thinking",
					thinking: this.#text(),
					...(this.#random.chance(0.6) && { thinkingSignature: this.#proof(model) }),
				};
			case 4:
				return { type: "redactedThinking", data: signatureOf(model) };
			case 5:
				return this.#image();
			default:
				return this.#call(model);
		}
	}

	/** The Responses API uses a whole item as signature. */
	#proof(model: Model): string {
		const signature = signatureOf(model);
		if (!model.api.endsWith("responses")) return signature;
		return JSON.stringify({ type: "reasoning", id: "rs_1", summary: [], encrypted_content: signature });
	}

	#call(model: Model): ToolCall {
		return {
			type: "toolCall",
			id: this.#callId(),
			name: this.#random.pick(["read", "bash", "gone_tool"]),
			arguments: this.#random.pick<Record<string, unknown>>([
				{},
				{ path: "ü 🙂" },
				{ nested: { list: [1, null, "x"] } },
			]),
			intent: privateMark,
			...(this.#random.chance(0.3) && { thoughtSignature: signatureOf(model) }),
		};
	}

	#callId(): string {
		return this.#random.pick([
			`toolu_${++this.#count}`,
			`call_${++this.#count}|fc_${this.#count}`,
			`read_1700000000000_${++this.#count}`,
			"same-id-every-time",
			"with spaces / and: signs",
			"ünïcode-🙂",
			`long_${"x".repeat(90)}_${++this.#count}`,
			"",
		]);
	}

	/** The results of a turn: in any order, some missing, duplicated, late, or for unknown calls. */
	#aftermath(answer: AssistantMessage): Message[] {
		const messages: Message[] = [];
		for (const block of answer.content) {
			if (block.type !== "toolCall" || this.#random.chance(0.2)) continue;
			const at = this.#random.below(messages.length + 1);
			messages.splice(at, 0, this.#result(block.id, block.name));
			if (this.#random.chance(0.15)) messages.push(this.#result(block.id, block.name));
		}
		if (this.#random.chance(0.15)) messages.push(this.#result("nobody-asked", "read"));
		if (this.#random.chance(0.2)) messages.splice(this.#random.below(messages.length + 1), 0, this.#input());
		return messages;
	}

	#result(toolCallId: string, toolName: string): ToolResultMessage {
		return {
			role: "toolResult",
			toolCallId,
			toolName: this.#random.chance(0.9) ? toolName : "renamed",
			content: this.#random.chance(0.15) ? [] : this.#blocks(),
			details: { privateMark },
			isError: this.#random.chance(0.3),
			useless: this.#random.chance(0.2),
			timestamp: 0,
		};
	}

	#blocks(): Array<TextContent | ImageContent> {
		return Array.from({ length: this.#random.below(4) }, () =>
			this.#random.chance(0.3) ? this.#image() : { type: "text", text: this.#text() },
		);
	}

	#image(): ImageContent {
		return { type: "image", data: imageData, mimeType: this.#random.pick(["image/png", "image/jpeg", "image/webp"]) };
	}

	#text(): string {
		return this.#random.pick([
			`words ${++this.#count}`,
			`ein Satz ${++this.#count} 🙂`,
			"",
			" \n",
			"<|channel|>x<|end|>",
		]);
	}
}
