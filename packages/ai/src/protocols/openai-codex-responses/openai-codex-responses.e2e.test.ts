import { endToEnd } from "@oh-my-pi/pi-testkit/protocol-contract/end-to-end";
import { gpt } from "../responses/testing/contract-speaker.ts";

endToEnd({
	model: (url) => ({ ...gpt, provider: "openai-codex", api: "openai-codex-responses", baseUrl: url }),
	apiKey: "test-key",
});
