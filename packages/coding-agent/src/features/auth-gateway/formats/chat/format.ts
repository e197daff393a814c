import type { Format } from "../format.ts";
import { name } from "../read-fields.ts";
import { decodeChat } from "./decode.ts";
import { ChatEncoder, chatError, encodeChat } from "./encode.ts";

/** OpenAI's `/v1/chat/completions`. */
export const chatFormat: Format = {
	modelId: ({ model }) => name(model, "model"),
	decode: decodeChat,
	encoder: (body, _request, reply) => new ChatEncoder(body, reply),
	whole: encodeChat,
	errorBody: chatError,
};
