import type { Provider } from "../model/provider.ts";

/** The protocol derives the address from the region; requests are signed unless there is a bearer token. */
export const amazonBedrock: Provider = {
	id: "amazon-bedrock",
	name: "Amazon Bedrock",
	api: "bedrock-converse-stream",
	baseUrl: "",
	envVars: ["AWS_BEARER_TOKEN_BEDROCK"],
	ambient: ({ env }) => signingVars.find((names) => names.every((name) => env[name]))?.[0],
	setup: "set AWS_PROFILE, AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY, or AWS_BEARER_TOKEN_BEDROCK",
	defaultModel: "us.anthropic.claude-opus-4-8",
	shard: () => import("../catalog/amazon-bedrock.generated.json"),
};

const signingVars = [
	["AWS_PROFILE"],
	["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
	["AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_ROLE_ARN"],
	["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"],
	["AWS_CONTAINER_CREDENTIALS_FULL_URI"],
];
