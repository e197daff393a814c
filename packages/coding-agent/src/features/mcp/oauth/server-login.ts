import { FreshTokens } from "@oh-my-pi/pi-ai/auth/fresh-tokens";
import type { LazyStore } from "@oh-my-pi/pi-ai/auth/store/lazy-store";
import { AuthError } from "@oh-my-pi/pi-ai/errors/auth-error";
import type { OAuthTokens } from "@oh-my-pi/pi-ai/model/credential";
import type { LoginPorts, RefreshPorts } from "@oh-my-pi/pi-ai/model/login";
import { wantsMoreScope } from "@oh-my-pi/pi-mcp/oauth/parse-challenge";
import type { AuthChallenge } from "@oh-my-pi/pi-mcp/server/server-config";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { McpServer } from "../../../discovery/capabilities/mcp-servers.ts";
import { hasOwnAuthorization, type ServerOAuth, serverOAuth } from "./server-oauth.ts";
import {
	buildTokens,
	credentialId,
	credentialIds,
	detectProfile,
	findLogin,
	type ServerTokens,
	type StoredServerLogin,
	tokenClient,
} from "./server-tokens.ts";

export interface ServerLoginParts {
	readonly store: LazyStore;
	readonly agentDir: string;
	readonly host: Pick<Host, "now" | "newId" | "env">;
	/** Told when a login could not be refreshed. */
	readonly warn?: (message: string) => void;
}

type Headers = Readonly<Record<string, string>>;

const revokeLimitMs = 5000;

/** The login of a user at one MCP server: kept in the credential store, by profile and address, and never in a file of a project. */
export class ServerLogin {
	readonly #server: McpServer;
	readonly #parts: ServerLoginParts;
	readonly #oauth: ServerOAuth | undefined;
	readonly #ids: readonly string[];
	#fresh: FreshTokens | undefined;
	/** The token that a 403 was answered with; a second one is final. */
	#renewedAfter403: string | undefined;
	#lastWarning: string | undefined;

	constructor(server: McpServer, parts: ServerLoginParts) {
		this.#server = server;
		this.#parts = parts;
		this.#oauth = serverOAuth(server);
		this.#ids = credentialIds(server, detectProfile(parts.agentDir));
	}

	/** Whether a login can be of use: the server has an address, and no header of its own. */
	get isPossible(): boolean {
		return this.#oauth !== undefined && !hasOwnAuthorization(this.#server);
	}

	/** The header that goes with requests. */
	async headers(): Promise<Headers> {
		if (!this.isPossible) return {};
		const login = await this.#find();
		return login ? authorization(await this.#current(login)) : {};
	}

	/** For a server that is a process, and whose definition names a login. */
	async variables(): Promise<Headers> {
		if (this.#oauth || this.#ids.length === 0) return {};
		const login = await this.#find();
		return login ? { OAUTH_ACCESS_TOKEN: (await this.#current(login)).access } : {};
	}

	/** After a refusal: the header with another token, if there is one without asking the user. */
	async renew(challenge: AuthChallenge): Promise<Headers | undefined> {
		if (!this.isPossible) return undefined;
		const login = await this.#find();
		if (!login) return undefined;
		const refused = challenge.authorization?.replace(/^bearer +/i, "");
		// Somebody else has logged in or refreshed meanwhile.
		if (login.tokens.access !== refused) return authorization(await this.#current(login));
		if (!login.tokens.refresh || wantsMoreScope(challenge)) return undefined;
		if (challenge.status === 403 && this.#renewedAfter403 === refused) return undefined;
		try {
			const tokens = await this.#refresher(login).get(this.#provider, login.id, { refused });
			if (challenge.status === 403) this.#renewedAfter403 = tokens.access;
			return authorization(tokens);
		} catch (error) {
			this.#warn(error);
			return undefined;
		}
	}

	/** Lets the user log in, and keeps the result. */
	async logIn(ports: LoginPorts, challenge?: AuthChallenge): Promise<void> {
		if (!this.#oauth) throw new AuthError("server", `Server "${this.#server.name}" has no address to log in at`);
		if (hasOwnAuthorization(this.#server)) {
			throw new AuthError("server", `Server "${this.#server.name}" has an Authorization header in its definition`);
		}
		const { logInToServer } = await import("./log-in-to-server.ts");
		const known = (await this.#find())?.tokens;
		const tokens = await logInToServer({ oauth: this.#oauth, challenge, known }, ports);
		const store = await this.#parts.store.open();
		store.saveLogin(credentialId(detectProfile(this.#parts.agentDir), this.#oauth.url), tokens);
	}

	/** Deletes the login, here and where it was made; `false` when there was none. */
	async logOut(): Promise<boolean> {
		const { store } = this.#parts;
		await store.openExisting();
		let hadLogin = false;
		for (let login = this.#lookUp(true); login && store.current; login = this.#lookUp(true)) {
			hadLogin = true;
			store.current.remove(login.id);
			await ignoreFailure(this.#revoke(login.tokens), "an authorization server need not take tokens back");
		}
		return hadLogin;
	}

	async #find(): Promise<StoredServerLogin | undefined> {
		const { store } = this.#parts;
		if (!store.current) await store.openExisting();
		return this.#lookUp(false);
	}

	#lookUp(includeDisabled: boolean): StoredServerLogin | undefined {
		const store = this.#parts.store.current;
		return store && findLogin(store, this.#ids, this.#oauth?.url, { includeDisabled });
	}

	/** Refreshed when it is about to end; when that fails, the old one may still do. */
	async #current(login: StoredServerLogin): Promise<OAuthTokens> {
		if (!login.tokens.refresh) return login.tokens;
		try {
			return await this.#refresher(login).get(this.#provider, login.id);
		} catch (error) {
			this.#warn(error);
			return login.tokens;
		}
	}

	#refresher({ id }: StoredServerLogin): FreshTokens {
		const { store, host } = this.#parts;
		if (!store.current) throw new Error(`The login ${id} is gone`);
		const ports = { fetch, now: host.now, env: host.env, clients: {} };
		this.#fresh ??= new FreshTokens({ store: store.current, host, ports });
		return this.#fresh;
	}

	get #provider() {
		const run = () => Promise.reject(new Error("A login is started by its command"));
		return {
			id: `mcp:${this.#server.name}`,
			name: `MCP server "${this.#server.name}"`,
			logins: [{ kind: "custom", label: "OAuth", run, refresh: this.#refresh }],
		} as const;
	}

	readonly #refresh = async (tokens: ServerTokens, ports: RefreshPorts): Promise<OAuthTokens> => {
		const known = tokenClient(tokens);
		if (!known || !tokens.refresh) throw new AuthError("invalid-grant", "It cannot be refreshed");
		const net = await this.#net(tokens, ports.signal);
		const [{ refreshGrant }, { OAuthError }] = await Promise.all([
			import("@oh-my-pi/pi-mcp/oauth/authorize"),
			import("@oh-my-pi/pi-mcp/oauth/oauth-error"),
		]);
		const { refresh, resource } = tokens;
		try {
			const grant = await refreshGrant(known.server, known.client, { refresh, resource }, net);
			return buildTokens(grant, ports.now(), tokens);
		} catch (error) {
			if (!(error instanceof OAuthError)) throw error;
			const kind = error.kind === "ended" ? "invalid-grant" : error.kind === "unreachable" ? "unreachable" : "server";
			throw new AuthError(kind, error.message, { cause: error });
		}
	};

	async #revoke(tokens: ServerTokens): Promise<void> {
		const known = tokenClient(tokens);
		if (!known || !tokens.revocationUrl) return;
		const { revokeToken } = await import("@oh-my-pi/pi-mcp/oauth/authorize");
		const net = await this.#net(tokens, AbortSignal.timeout(revokeLimitMs));
		await revokeToken(tokens.revocationUrl, known.client, tokens.refresh ?? tokens.access, net);
	}

	async #net({ serverUrl, tokenUrl = "" }: ServerTokens, signal: AbortSignal | undefined) {
		const { authorizationFetch } = await import("@oh-my-pi/pi-mcp/oauth/authorization-fetch");
		return authorizationFetch({ serverUrl: this.#oauth?.url ?? serverUrl ?? tokenUrl, signal });
	}

	#warn(error: unknown): void {
		const why = errorMessage(error);
		if (this.#lastWarning === why) return;
		this.#lastWarning = why;
		this.#parts.warn?.(`MCP server "${this.#server.name}": its login could not be refreshed: ${why}`);
	}
}

function authorization({ access }: OAuthTokens): Headers {
	return { Authorization: `Bearer ${access}` };
}
