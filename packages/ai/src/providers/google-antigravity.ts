import type { Provider } from "../model/provider.ts";

export const googleAntigravity: Provider = {
	id: "google-antigravity",
	name: "Google Antigravity",
	api: "google-gemini-cli",
	baseUrl: "https://daily-cloudcode-pa.googleapis.com",
	envVars: [],
	defaultModel: "gemini-3.1-pro",
	keyOf: ({ access, projectId }) => JSON.stringify({ token: access, projectId }),
	logins: [
		{
			kind: "browser",
			authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
			tokenUrl: "https://oauth2.googleapis.com/token",
			scopes: [
				"https://www.googleapis.com/auth/cloud-platform",
				"https://www.googleapis.com/auth/userinfo.email",
				"https://www.googleapis.com/auth/userinfo.profile",
			],
			callback: { port: 51121, path: "/oauth-callback" },
			authorizeParams: { access_type: "offline", prompt: "consent" },
			refreshSkewMs: 60_000,
			describe: async (...args) => (await import("../auth/accounts/google.ts")).googleAccount(...args),
		},
	],
	shard: () => import("../catalog/google-antigravity.generated.json"),
};
