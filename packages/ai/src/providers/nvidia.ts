import type { Provider } from "../model/provider.ts";

export const nvidia: Provider = {
	id: "nvidia",
	name: "NVIDIA",
	api: "openai-completions",
	baseUrl: "https://integrate.api.nvidia.com/v1",
	envVars: ["NVIDIA_API_KEY"],
	defaultModel: "nvidia/nemotron-3-ultra-550b-a55b",
	logins: [{ kind: "key", page: "https://build.nvidia.com/settings/api-keys" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/nvidia.generated.json"),
};
