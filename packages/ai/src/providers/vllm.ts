import { endpointFrom, type Provider } from "../model/provider.ts";

export const vllm: Provider = {
	id: "vllm",
	name: "vLLM",
	api: "openai-completions",
	baseUrl: "http://127.0.0.1:8000/v1",
	envVars: ["VLLM_API_KEY"],
	endpoint: endpointFrom("VLLM_BASE_URL"),
	keyless: true,
	discovery: { type: "openai-models-list" },
	discoveryReplaces: true,
};
