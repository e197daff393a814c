import type { Provider } from "../model/provider.ts";

export const gitlabDuo: Provider = {
	id: "gitlab-duo",
	name: "GitLab Duo",
	api: "anthropic-messages",
	baseUrl: "https://gitlab.com",
	envVars: ["GITLAB_TOKEN"],
	defaultModel: "duo-chat-opus-4-6",
	compat: { authHeader: true },
	exchange: async (...args) => (await import("../auth/exchange/gitlab-duo.ts")).gitlabDuoExchange(...args),
	logins: [
		{
			kind: "browser",
			authorizeUrl: "https://gitlab.com/oauth/authorize",
			tokenUrl: "https://gitlab.com/oauth/token",
			scopes: ["api"],
			callback: { port: 8080, path: "/callback" },
			clientIdVariables: ["GITLAB_CLIENT_ID"],
			redirectVariable: "GITLAB_REDIRECT_URI",
		},
	],
	shard: () => import("../catalog/gitlab-duo.generated.json"),
};
