import type { Provider } from "../model/provider.ts";

export const zai: Provider = {
	id: "zai",
	name: "Z.ai",
	api: "anthropic-messages",
	baseUrl: "https://api.z.ai/api/anthropic",
	envVars: ["ZAI_API_KEY"],
	defaultModel: "glm-5.2",
	logins: [{ kind: "key", page: "https://z.ai/manage-apikey/apikey-list" }],
	shard: () => import("../catalog/zai.generated.json"),
};
