import type { Provider } from "../model/provider.ts";

export const vercelAiGateway: Provider = {
	id: "vercel-ai-gateway",
	name: "Vercel AI Gateway",
	api: "openai-completions",
	baseUrl: "https://ai-gateway.vercel.sh/v1",
	envVars: ["AI_GATEWAY_API_KEY", "VERCEL_AI_GATEWAY_API_KEY"],
	logins: [{ kind: "key", page: "https://vercel.com/docs/ai-gateway/authentication" }],
	discovery: { type: "openai-models-list" },
	shard: () => import("../catalog/vercel-ai-gateway.generated.json"),
};
