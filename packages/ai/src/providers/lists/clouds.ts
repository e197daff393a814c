import type { Provider } from "../../model/provider.ts";
import { amazonBedrock } from "../amazon-bedrock.ts";
import { azureOpenaiResponses } from "../azure-openai-responses.ts";
import { bedrockMantle } from "../bedrock-mantle.ts";
import { cloudflareAiGateway } from "../cloudflare-ai-gateway.ts";
import { googleVertex } from "../google-vertex.ts";

/** Clouds where a company runs models in its own account. */
export const clouds: readonly Provider[] = [
	amazonBedrock,
	bedrockMantle,
	googleVertex,
	azureOpenaiResponses,
	cloudflareAiGateway,
];
