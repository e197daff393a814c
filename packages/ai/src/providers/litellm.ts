import { endpointFrom, type Provider } from "../model/provider.ts";

export const litellm: Provider = {
	id: "litellm",
	name: "LiteLLM",
	api: "openai-completions",
	baseUrl: "http://localhost:4000/v1",
	envVars: ["LITELLM_API_KEY"],
	endpoint: endpointFrom("LITELLM_BASE_URL"),
	logins: [{ kind: "key", page: "http://localhost:4000/ui" }],
	discovery: { type: "litellm" },
	discoveryReplaces: true,
};
