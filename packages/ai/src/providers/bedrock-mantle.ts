import type { Provider } from "../model/provider.ts";

/** Bedrock's OpenAI-compatible endpoint; its models depend on account and region. */
export const bedrockMantle: Provider = {
	id: "bedrock-mantle",
	name: "Amazon Bedrock (OpenAI-compatible)",
	api: "openai-responses",
	baseUrl: "https://bedrock-mantle.us-east-1.api.aws/v1",
	endpoint: (env) => {
		const region = env.AWS_REGION || env.AWS_DEFAULT_REGION;
		return region ? `https://bedrock-mantle.${region}.api.aws/v1` : undefined;
	},
	envVars: ["AWS_BEARER_TOKEN_BEDROCK"],
	discovery: { type: "openai-models-list" },
	discoveryReplaces: true,
};
