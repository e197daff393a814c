import { learnStrictTools } from "../../adapt/strict-tools.ts";
import { pick } from "../../protocol/counting.ts";
import { defineProtocol } from "../../protocol/protocol.ts";
import { encode } from "./encode.ts";
import { authorize } from "./foundry.ts";
import { learnSpeed } from "./speed.ts";
import { end, start, step } from "./step.ts";

export const anthropicMessages = defineProtocol({
	api: "anthropic-messages",
	framing: "sse",
	transportRetries: 10,
	encode,
	authorize,
	start,
	step,
	end,
	counting: {
		request: ({ url, body }) => ({
			url: `${url}/count_tokens`,
			body: pick(body, ["model", "system", "messages", "tools", "tool_choice", "thinking", "output_config"]),
		}),
		field: "input_tokens",
	},
	adapt: (error, call) => learnSpeed(error, call) || learnStrictTools(error, call),
});
