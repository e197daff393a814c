import { type ImageContent, joinText, type UserContent } from "@oh-my-pi/pi-ai/message";
import type { CustomMessage } from "@oh-my-pi/pi-session/entry/message";
import type { ConversationOp, InputOp } from "../../conversation/contract/op.ts";

export interface PromptOptions {
	readonly images?: readonly ImageContent[];
	/** How to queue the prompt during a run; without it the prompt is refused. */
	readonly streamingBehavior?: "steer" | "followUp";
}

export type DeliverAs = "steer" | "followUp" | "nextTurn";
export type CustomMessageContent = Pick<CustomMessage, "customType" | "content" | "details"> & {
	/** Whether it is shown to the user; true by default. */
	readonly display?: boolean;
};

export interface CustomMessageOptions {
	readonly deliverAs?: DeliverAs;
	readonly triggerTurn?: boolean;
}

export interface InputPorts {
	readonly submit: (op: ConversationOp) => Promise<unknown>;
	/** Resolves when what a command of an extension has sent by itself has ended. */
	readonly settled?: () => Promise<void> | undefined;
	readonly now: () => number;
	/** Called for the first text that begins with a slash. */
	readonly loadCommands: () => Promise<NonNullable<InputOp["runCommand"]>>;
}

const opNames = { steer: "steer", followUp: "follow_up", nextTurn: "next_turn" } as const;

/** What a program says to a session: prompts and messages, as ops of its conversation. */
export class SessionInput {
	readonly #ports: InputPorts;
	#runCommand: InputOp["runCommand"];

	constructor(ports: InputPorts) {
		this.#ports = ports;
	}

	/** Resolves when the run has settled. The text may call a command of an extension or a prompt in a file. */
	async prompt(text: string, { images, streamingBehavior }: PromptOptions = {}): Promise<void> {
		const type = streamingBehavior ? opNames[streamingBehavior] : "prompt";
		let isSent = false;
		await this.#ports.submit({
			...{ type: "input", text, images, source: "rpc" },
			runCommand: async (input) => {
				if (!input.text.startsWith("/")) return input;
				this.#runCommand ??= await this.#ports.loadCommands();
				return this.#runCommand(input);
			},
			async deliver(input) {
				isSent = true;
				return { type, text: input.text, images: input.images };
			},
		});
		if (!isSent) await this.#ports.settled?.();
	}

	/** During a run it is a steering message by default. */
	async sendUserMessage(content: UserContent, options: { deliverAs?: "steer" | "followUp" } = {}): Promise<void> {
		const images = typeof content === "string" ? [] : content.filter((block) => block.type === "image");
		const type = options.deliverAs === "followUp" ? "follow_up" : "steer";
		await this.#ports.submit({ type, text: joinText(content), images });
	}

	async sendCustomMessage(
		message: CustomMessageContent,
		{ deliverAs, triggerTurn }: CustomMessageOptions = {},
	): Promise<void> {
		await this.#ports.submit({
			type: "send",
			message: { role: "custom", display: true, ...message, attribution: "agent", timestamp: this.#ports.now() },
			...(deliverAs && { as: opNames[deliverAs] }),
			triggerTurn,
		});
	}
}
