import { protocolContract } from "@oh-my-pi/pi-testkit/protocol-contract/contract";
import { gpt, responsesSpeaker } from "../responses/testing/contract-speaker.ts";
import { openaiCodexResponses } from "./protocol.ts";

// The decoder is that of openai-responses, which is tested at every byte.
const cutStride = 97;

protocolContract(
	responsesSpeaker(
		openaiCodexResponses,
		{
			...gpt,
			provider: "openai-codex",
			api: "openai-codex-responses",
			baseUrl: "https://chatgpt.com/backend-api",
		},
		cutStride,
	),
);
