import type { Provider } from "../model/provider.ts";

/** Gemini through Google's code-assist service, with a Google account instead of a key. */
export const googleGeminiCli: Provider = {
	id: "google-gemini-cli",
	name: "Google Gemini (Code Assist)",
	api: "google-gemini-cli",
	baseUrl: "https://cloudcode-pa.googleapis.com",
	envVars: [],
	defaultModel: "gemini-3.1-pro-preview",
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
			callback: { port: 8085, path: "/oauth2callback" },
			authorizeParams: { access_type: "offline", prompt: "consent" },
			refreshSkewMs: 60_000,
			describe: async (...args) => (await import("../auth/accounts/google.ts")).googleAccount(...args),
		},
	],
	shard: () => import("../catalog/google-gemini-cli.generated.json"),
};
