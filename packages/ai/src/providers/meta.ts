import type { Provider } from "../model/provider.ts";

export const meta: Provider = {
	id: "meta",
	name: "Meta",
	api: "openai-responses",
	baseUrl: "https://api.meta.ai/v1",
	envVars: ["META_MODEL_API_KEY"],
	defaultModel: "muse-spark-1.3",
	logins: [{ kind: "key", page: "https://api.meta.ai" }],
	shard: () => import("../catalog/meta.generated.json"),
};
