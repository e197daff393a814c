import { endToEnd } from "@oh-my-pi/pi-testkit/protocol-contract/end-to-end";
import { gpt } from "../responses/testing/contract-speaker.ts";

endToEnd({
	model: (url) => ({
		...gpt,
		provider: "azure-openai-responses",
		api: "azure-openai-responses",
		baseUrl: `${url}/openai/v1`,
	}),
	apiKey: "test-key",
});
