import { ask, brokerEnv, type OmpService, ompService } from "./omp-service.ts";
import { type RotatingOAuth, rotatingOAuth } from "./rotating-oauth.ts";

export const provider = "github-copilot";

/** A broker whose logins come from a token endpoint that rotates. */
export interface OAuthBroker extends AsyncDisposable {
	readonly oauth: RotatingOAuth;
	readonly broker: OmpService;
	/** Stores a login; by default one that has just expired. */
	logIn(options?: { email?: string; expires?: number }): Promise<{ access: string; refresh: string }>;
	/** What a client needs. */
	readonly clientEnv: Record<string, string>;
}

export async function oauthBroker(options: { env?: Record<string, string> } = {}): Promise<OAuthBroker> {
	const oauth = await rotatingOAuth();
	const broker = await ompService("auth-broker", {
		env: {
			NODE_EXTRA_CA_CERTS: oauth.certificate,
			OMP_OAUTH_CLIENT_ID_GITHUB_COPILOT: "client-of-the-test",
			...options.env,
		},
	});
	return {
		oauth,
		broker,
		async logIn({ email = "alice@example.com", expires = Date.now() - 1000 } = {}) {
			const tokens = oauth.logIn();
			const credential = { type: "oauth", ...tokens, expires, email, enterpriseUrl: oauth.domain };
			const { status, body } = await ask(broker, "/v1/credential", { body: { provider, credential } });
			if (status !== 200) throw new Error(`The login was not stored: ${JSON.stringify(body)}`);
			return tokens;
		},
		clientEnv: brokerEnv(broker),
		async [Symbol.asyncDispose]() {
			await broker[Symbol.asyncDispose]();
			await oauth[Symbol.asyncDispose]();
		},
	};
}
