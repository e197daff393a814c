import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { idTokenAccount } from "../auth/accounts/id-token.ts";
import type { BrowserLogin, DeviceLogin } from "../model/login.ts";
import type { Provider as ModelProvider } from "../model/provider.ts";

export interface AuthorizationServer extends AsyncDisposable {
	readonly issuer: string;
	/** Requests to the token endpoint, by grant type. */
	readonly grants: string[];
	browserLogin(port: number): BrowserLogin;
	deviceLogin(): DeviceLogin;
	/** A model provider with logins at this server. */
	provider(logins: NonNullable<ModelProvider["logins"]>): ModelProvider;
	/** Simulates user and browser up to the callback URL. */
	followAsUser(url: string, account?: string): Promise<string>;
	/** Enters the code of a device login and approves it. */
	approveDevice(url: string, account?: string): Promise<void>;
	revoke(token: string): Promise<void>;
	/** The scopes and the audience of an access token that is valid. */
	inspect(token: string): Promise<{ readonly scopes: readonly string[]; readonly audience: string } | undefined>;
	/** The ids of clients that have registered. */
	readonly registered: string[];
	/** Ends a registration. */
	forgetClient(id: string): Promise<void>;
}

export interface AuthorizationServerOptions {
	readonly accessTokenSeconds?: number;
	/** Lets clients register, and gives tokens for resources with these scopes. */
	readonly resourceScopes?: readonly string[];
	/** How clients that register are authenticated. */
	readonly authMethods?: readonly string[];
}

export const testClientId = "omp-test";
const scopes = ["openid", "email", "offline_access"];

/** A real OAuth server on loopback: PKCE required, single-use codes and refresh tokens. */
export async function startAuthorizationServer(options: AuthorizationServerOptions = {}): Promise<AuthorizationServer> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	let account = "alice";
	const oidc = new Provider(issuer, configuration(options));
	const grants: string[] = [];
	oidc.on("grant.success", (context) => {
		grants.push(context.oidc.params.grant_type);
	});
	const registered: string[] = [];
	oidc.on("registration_create.success", (_context, client) => {
		registered.push(client.clientId);
	});
	const answer = oidc.callback();
	server.on("request", (request, response) => {
		if (!request.url?.startsWith("/login/")) return answer(request, response);
		return oidc.interactionFinished(request, response, { login: { accountId: account }, consent: {} });
	});
	const oauth = { tokenUrl: `${issuer}/token`, scopes, describe: idTokenAccount };
	return {
		issuer,
		grants,
		browserLogin: (port) => ({
			...oauth,
			kind: "browser",
			authorizeUrl: `${issuer}/auth`,
			callback: { port, path: "/callback" },
		}),
		deviceLogin: () => ({ ...oauth, kind: "device", deviceUrl: `${issuer}/device/auth` }),
		provider: (logins) => ({
			id: "acme",
			name: "Acme",
			api: "openai-completions",
			baseUrl: "https://acme.example.com",
			envVars: ["ACME_API_KEY"],
			logins,
			models: async () => [],
		}),
		async followAsUser(url, as = "alice") {
			account = as;
			return (await browse(url, (location) => location.includes("/callback"))).url;
		},
		async approveDevice(url, as = "alice") {
			account = as;
			let page = await browse(url, () => false);
			while (page.form) page = await browse(page.form.action, () => false, page.form.fields, page.cookies);
		},
		async revoke(token) {
			await fetch(`${issuer}/token/revocation`, {
				method: "POST",
				body: new URLSearchParams({ token, client_id: testClientId }),
			});
		},
		async inspect(token) {
			const found = await oidc.AccessToken.find(token);
			return found?.isValid ? { scopes: (found.scope ?? "").split(" "), audience: String(found.aud) } : undefined;
		},
		registered,
		async forgetClient(id) {
			await oidc.Client.adapter.destroy(id);
		},
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function configuration({
	accessTokenSeconds = 3600,
	resourceScopes,
	authMethods = ["none", "client_secret_basic", "client_secret_post"],
}: AuthorizationServerOptions) {
	const allScopes = [...scopes, ...(resourceScopes ?? [])];
	return {
		clients: [
			{
				client_id: testClientId,
				token_endpoint_auth_method: "none",
				application_type: "native",
				redirect_uris: ["http://localhost/callback"],
				grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
				response_types: ["code"],
			},
		],
		features: {
			deviceFlow: { enabled: true },
			devInteractions: { enabled: false },
			revocation: { enabled: true, allowedPolicy: () => true },
			...(resourceScopes && {
				registration: { enabled: true },
				resourceIndicators: {
					enabled: true,
					getResourceServerInfo: (_context: unknown, audience: string) => ({
						scope: resourceScopes.join(" "),
						audience,
					}),
					useGrantedResource: () => true,
				},
			}),
		},
		clientAuthMethods: [...authMethods],
		pkce: { required: () => true },
		cookies: { keys: ["test"] },
		issueRefreshToken: async () => true,
		rotateRefreshToken: true,
		scopes: allScopes,
		claims: { openid: ["sub"], email: ["email"] },
		conformIdTokenClaims: false,
		findAccount: async (_context: unknown, id: string) => ({
			accountId: id,
			claims: async () => ({ sub: id, email: `${id}@example.com` }),
		}),
		interactions: { url: (_context: unknown, interaction: { uid: string }) => `/login/${interaction.uid}` },
		async loadExistingGrant(context: GrantContext) {
			const { client, session, provider, resourceServers = {} } = context.oidc;
			const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
			grant.addOIDCScope(allScopes.join(" "));
			for (const [resource, { scope }] of Object.entries(resourceServers)) grant.addResourceScope(resource, scope);
			await grant.save();
			return grant;
		},
		ttl: { AccessToken: accessTokenSeconds, RefreshToken: 86_400, Grant: 86_400, DeviceCode: 600, IdToken: 3600 },
	};
}

interface GrantContext {
	oidc: {
		client: { clientId: string };
		session: { accountId: string };
		provider: {
			Grant: new (
				of: object,
			) => {
				addOIDCScope(scope: string): void;
				addResourceScope(resource: string, scope: string): void;
				save(): Promise<string>;
			};
		};
		resourceServers?: Readonly<Record<string, { readonly scope: string }>>;
	};
}

interface Page {
	url: string;
	cookies: Map<string, string>;
	form?: undefined | { action: string; fields: URLSearchParams };
}

/** Follows redirects with cookies until `stop`, or until a page, whose form is parsed. */
async function browse(
	start: string,
	stop: (location: string) => boolean,
	body?: URLSearchParams,
	cookies = new Map<string, string>(),
): Promise<Page> {
	let url = start;
	for (let sent = body, steps = 0; steps < 20; steps++, sent = undefined) {
		const response = await fetch(url, {
			method: sent ? "POST" : "GET",
			...(sent && { body: sent }),
			redirect: "manual",
			headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
		});
		for (const cookie of response.headers.getSetCookie()) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			if (name !== undefined && value !== undefined) cookies.set(name, value);
		}
		const location = response.headers.get("location");
		if (!location) return { url, cookies, form: formOf(await response.text(), url) };
		url = new URL(location, url).href;
		if (stop(url)) return { url, cookies };
	}
	throw new Error("The authorization server redirects without end");
}

function formOf(html: string, url: string): Page["form"] {
	const action = /<form[^>]*action="([^"]*)"/.exec(html)?.[1];
	if (action === undefined) return undefined;
	const fields = new URLSearchParams();
	for (const [input] of html.matchAll(/<input[^>]*>/g)) {
		const name = /name="([^"]*)"/.exec(input)?.[1];
		if (name) fields.append(name, /value="([^"]*)"/.exec(input)?.[1] ?? "");
	}
	if (/name="confirm"/.test(html) && !fields.has("confirm")) fields.append("confirm", "yes");
	return { action: new URL(action, url).href, fields };
}
