import type { Model } from "@oh-my-pi/pi-ai/model";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import { imageBilling } from "../context/context-tokens.ts";
import { estimateMessage } from "../context/estimate-tokens.ts";
import { inputLimit } from "./threshold.ts";

/** A single message is larger than the window: no compaction helps. */
export class OversizedMessage extends Error {
	override readonly name = "OversizedMessage";
}

/** Throws an `OversizedMessage` that names the first message the window cannot hold. */
export function refuseOversized(messages: readonly SessionMessage[], model: Model | undefined): void {
	if (!model) return;
	const limit = inputLimit(model);
	for (const message of messages) {
		const tokens = estimateMessage(message, imageBilling(model));
		if (tokens <= limit) continue;
		const size = `about ${tokens.toLocaleString("en-US")} tokens`;
		throw new OversizedMessage(
			`${nameOf(message)} is ${size}, more than the ${limit.toLocaleString("en-US")} that ${model.name} can take`,
		);
	}
}

function nameOf(message: SessionMessage): string {
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
