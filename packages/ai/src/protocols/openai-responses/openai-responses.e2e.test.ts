import { endToEnd } from "@oh-my-pi/pi-testkit/protocol-contract/end-to-end";
import { gpt } from "../responses/testing/contract-speaker.ts";

endToEnd({ model: (url) => ({ ...gpt, baseUrl: `${url}/v1` }), apiKey: "test-key" });
