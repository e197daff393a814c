import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { chatError } from "../chat/encode.ts";
import type { DecodedRequest, Format, ReplyFacts } from "../format.ts";
import { type Fields, name } from "../read-fields.ts";
import { decodeResponses } from "./decode.ts";
import { encodeResponse, outputItems, ResponseEncoder } from "./encode.ts";
import { ResponseMemory } from "./response-memory.ts";

/** OpenAI's `/v1/responses`; the memory is that of one gateway. */
export function responsesFormat(memory = new ResponseMemory()): Format {
	const remember = (message: AssistantMessage, body: Fields, reply: ReplyFacts, { items = [] }: DecodedRequest) => {
		if (body.store === false) return;
		memory.remember(reply.client, `resp_${reply.id}`, items, rememberedItems(message, reply));
	};
	return {
		modelId: ({ model }) => name(model, "model"),
		decode: (body, options) => decodeResponses(body, options, memory),
		encoder: (body, request, reply) =>
			new ResponseEncoder(body, reply, (message) => remember(message, body, reply, request)),
		whole(message, body, reply, request) {
			remember(message, body, reply, request);
			return encodeResponse(message, body, reply);
		},
		errorBody: chatError,
	};
}

/** With the signatures of thinking, which the client does not see. */
function rememberedItems(message: AssistantMessage, reply: ReplyFacts): Fields[] {
	const signatures = new Map(
		message.content.map((block, index) => [
			`rs_${reply.id}_${index}`,
			block.type === "thinking" ? block.thinkingSignature : undefined,
		]),
	);
	return outputItems(message, reply).map((item) => {
		const signature = signatures.get(String(item.id));
		return signature ? { ...item, signature } : item;
	});
}
