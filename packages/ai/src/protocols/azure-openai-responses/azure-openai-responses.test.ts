import { protocolContract } from "@oh-my-pi/pi-testkit/protocol-contract/contract";
import { gpt, responsesSpeaker } from "../responses/testing/contract-speaker.ts";
import { azureOpenaiResponses } from "./protocol.ts";

// The decoder is that of openai-responses, which is tested at every byte.
const cutStride = 97;

protocolContract(
	responsesSpeaker(
		azureOpenaiResponses,
		{
			...gpt,
			provider: "azure-openai-responses",
			api: "azure-openai-responses",
			baseUrl: "https://unit.openai.azure.com/openai/v1",
		},
		cutStride,
	),
);
