import type { Env, Provider } from "../model/provider.ts";

export const cloudflareAiGateway: Provider = {
	id: "cloudflare-ai-gateway",
	name: "Cloudflare AI Gateway",
	api: "anthropic-messages",
	baseUrl: "https://gateway.ai.cloudflare.com/v1/<account>/<gateway>/anthropic",
	envVars: ["CLOUDFLARE_AI_GATEWAY_API_KEY"],
	endpoint: gatewayAddress,
	logins: [{ kind: "key", page: "https://dash.cloudflare.com/?to=/:account/ai/ai-gateway" }],
	shard: () => import("../catalog/cloudflare-ai-gateway.generated.json"),
};

function gatewayAddress(env: Env): string | undefined {
	const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_GATEWAY_ID: gateway } = env;
	return account && gateway ? `https://gateway.ai.cloudflare.com/v1/${account}/${gateway}/anthropic` : undefined;
}
