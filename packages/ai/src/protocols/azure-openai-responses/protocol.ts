import { defineProtocol } from "../../protocol/protocol.ts";
import { adapt } from "../responses/adapt.ts";
import { end, start, step } from "../responses/step.ts";
import { encode } from "./encode.ts";

export const azureOpenaiResponses = defineProtocol({
	api: "azure-openai-responses",
	framing: "sse",
	transportRetries: 5,
	interleaved: true,
	encode,
	start,
	step,
	end,
	adapt,
});
