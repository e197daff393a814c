import { defineProtocol } from "../../protocol/protocol.ts";
import { authorize, refused } from "./authorize.ts";
import { encode } from "./encode.ts";
import { end, start, step } from "./step.ts";

const reasoningSilenceMs = 600_000;
const adaptiveSilenceMs = 900_000;

export const bedrockConverseStream = defineProtocol({
	api: "bedrock-converse-stream",
	framing: "aws-event-stream",
	transportRetries: 0,
	encode,
	authorize,
	refused,
	start,
	step,
	end,
	patience({ model }) {
		if (!model.reasoning) return {};
		const limitMs = model.thinking?.mode === "anthropic-adaptive" ? adaptiveSilenceMs : reasoningSilenceMs;
		return { firstEventMs: limitMs, idleMs: limitMs };
	},
});
