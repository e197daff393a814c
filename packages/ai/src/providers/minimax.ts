import type { Provider } from "../model/provider.ts";

export const minimax: Provider = {
	id: "minimax",
	name: "MiniMax",
	api: "anthropic-messages",
	baseUrl: "https://api.minimax.io/anthropic",
	envVars: ["MINIMAX_API_KEY"],
	defaultModel: "MiniMax-M3",
	logins: [{ kind: "key", page: "https://platform.minimax.io/user-center/basic-information/interface-key" }],
	shard: () => import("../catalog/minimax.generated.json"),
};
