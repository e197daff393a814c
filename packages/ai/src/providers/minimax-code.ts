import type { Provider } from "../model/provider.ts";

export const minimaxCode: Provider = {
	id: "minimax-code",
	name: "MiniMax Coding Plan",
	api: "anthropic-messages",
	baseUrl: "https://api.minimax.io/anthropic",
	envVars: ["MINIMAX_CODING_PLAN_API_KEY"],
	defaultModel: "MiniMax-M3",
	logins: [{ kind: "key", page: "https://platform.minimax.io/user-center/payment/coding-plan" }],
	shard: () => import("../catalog/minimax-code.generated.json"),
};
