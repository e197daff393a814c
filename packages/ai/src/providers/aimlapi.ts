import type { Provider } from "../model/provider.ts";

export const aimlapi: Provider = {
	id: "aimlapi",
	name: "AI/ML API",
	api: "openai-completions",
	baseUrl: "https://api.aimlapi.com/v1",
	envVars: ["AIMLAPI_API_KEY"],
	logins: [{ kind: "key", page: "https://aimlapi.com/app/keys" }],
	discovery: { type: "openai-models-list" },
};
