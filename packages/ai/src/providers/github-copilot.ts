import type { Provider } from "../model/provider.ts";

export const githubCopilot: Provider = {
	id: "github-copilot",
	name: "GitHub Copilot",
	api: "openai-completions",
	baseUrl: "https://api.githubcopilot.com",
	envVars: ["COPILOT_GITHUB_TOKEN"],
	defaultModel: "gpt-5.5",
	accountEndpoint: ({ enterpriseUrl }) => enterpriseUrl && `https://copilot-api.${enterpriseUrl}`,
	logins: [
		{
			kind: "device",
			deviceUrl: "https://{domain}/login/device/code",
			tokenUrl: "https://{domain}/login/oauth/access_token",
			domain: "github.com",
			scopes: ["read:user"],
			describe: async (...args) => (await import("../auth/accounts/github.ts")).githubAccount(...args),
		},
	],
	shard: () => import("../catalog/github-copilot.generated.json"),
};
