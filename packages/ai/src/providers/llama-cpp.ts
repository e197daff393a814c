import { endpointFrom, type Provider } from "../model/provider.ts";

export const llamaCpp: Provider = {
	id: "llama.cpp",
	name: "llama.cpp",
	api: "openai-responses",
	baseUrl: "http://127.0.0.1:8080",
	endpoint: endpointFrom("LLAMA_CPP_BASE_URL"),
	envVars: ["LLAMA_CPP_API_KEY"],
	keyless: true,
	local: true,
	discovery: { type: "llama.cpp" },
	discoveryReplaces: true,
};
