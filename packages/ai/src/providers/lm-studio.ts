import { endpointFrom, type Provider } from "../model/provider.ts";

export const lmStudio: Provider = {
	id: "lm-studio",
	name: "LM Studio",
	api: "openai-completions",
	baseUrl: "http://127.0.0.1:1234/v1",
	endpoint: endpointFrom("LM_STUDIO_BASE_URL"),
	envVars: ["LM_STUDIO_API_KEY"],
	keyless: true,
	local: true,
	discovery: { type: "lm-studio" },
	discoveryReplaces: true,
};
