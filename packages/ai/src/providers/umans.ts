import type { Provider } from "../model/provider.ts";

export const umans: Provider = {
	id: "umans",
	name: "Umans",
	api: "anthropic-messages",
	baseUrl: "https://api.code.umans.ai",
	envVars: ["UMANS_AI_CODING_PLAN_API_KEY"],
	defaultModel: "umans-coder",
	logins: [{ kind: "key", page: "https://app.umans.ai" }],
	shard: () => import("../catalog/umans.generated.json"),
};
