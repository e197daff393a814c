import type { Provider } from "../model/provider.ts";

export const coreweave: Provider = {
	id: "coreweave",
	name: "CoreWeave",
	api: "openai-completions",
	baseUrl: "https://api.inference.wandb.ai/v1",
	envVars: ["WANDB_API_KEY"],
	logins: [{ kind: "key", page: "https://wandb.ai/authorize" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/coreweave.generated.json"),
};
