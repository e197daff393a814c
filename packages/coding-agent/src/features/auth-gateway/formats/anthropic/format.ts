import type { Format } from "../format.ts";
import { name } from "../read-fields.ts";
import { decodeAnthropic } from "./decode.ts";
import { AnthropicEncoder, anthropicError, encodeAnthropic } from "./encode.ts";

/** Anthropic's `/v1/messages`. */
export const anthropicFormat: Format = {
	modelId: ({ model }) => name(model, "model"),
	decode: decodeAnthropic,
	encoder: (body, _request, reply) => new AnthropicEncoder(body, reply),
	whole: encodeAnthropic,
	errorBody: anthropicError,
};
