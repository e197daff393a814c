import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Api } from "../message.ts";
import type { Compat } from "./compat.ts";
import type { Exchange, OAuthTokens } from "./credential.ts";
import type { KeyLogin, Login } from "./login.ts";
import type { Model } from "./model.ts";

export type Env = Host["env"];

/** How to list the models of an endpoint. */
export interface Discovery {
	readonly type: "ollama" | "llama.cpp" | "lm-studio" | "openai-models-list" | "litellm" | "proxy";
	readonly timeoutMs?: number;
}

/** An account or back end that serves models: data from which the env map, the login list and the routes derive. */
export interface Provider {
	readonly id: string;
	readonly name: string;
	readonly api: Api;
	/** Empty if the protocol derives it from the cloud's configuration. */
	readonly baseUrl: string;
	/** The endpoint from the environment. */
	readonly endpoint?: (env: Env) => string | undefined;
	/** Variables for the key, most specific first. */
	readonly envVars: readonly string[];
	/** Variables with precedence over those, depending on others. */
	readonly envKeys?: (env: Env) => readonly string[];
	/** Where a cloud finds credentials by itself, as text; `undefined` if nowhere. */
	readonly ambient?: (host: Pick<Host, "env" | "home">) => string | undefined;
	/** Setup instructions, if the variables alone are not enough. */
	readonly setup?: string;
	/** Works without a credential. */
	readonly keyless?: boolean;
	/** A local engine; its models exist only while it runs. */
	readonly local?: boolean;
	readonly defaultModel?: string;
	readonly compat?: Compat;
	/** Protocols that a setting selects, by the setting's value. */
	readonly formats?: Readonly<Record<string, { readonly api: Api; readonly baseUrl?: string }>>;
	/** Login methods, default first. */
	readonly logins?: readonly Login[];
	/** The key made from a login's tokens, if not just the access token. */
	readonly keyOf?: (tokens: OAuthTokens) => string;
	/** Exchanges the credential for the key that requests send. */
	readonly exchange?: Exchange;
	/** The endpoint of an account, if it differs. */
	readonly accountEndpoint?: (tokens: OAuthTokens) => string | undefined;
	/** The provider whose stored credentials are shared. */
	readonly storeCredentialsAs?: string;
	readonly discovery?: Discovery;
	/** Discovered models replace the bundled ones instead of extending them. */
	readonly discoveryReplaces?: boolean;
	/** The generated records in compact form. */
	readonly shard?: () => Promise<{ readonly default: unknown }>;
	/** Hand-written records instead of a shard. */
	readonly models?: () => Promise<readonly Model[]>;
}

/** The endpoint from the first variable that is set. */
export function endpointFrom(...names: readonly string[]): (env: Env) => string | undefined {
	return (env) => names.map((name) => env[name]).find(Boolean);
}

/** The logins of a provider; every provider that has a variable for its key also takes a pasted one. */
export function listLogins(provider: Provider): readonly Login[] {
	const { logins = [], envVars, local, keyless, ambient, setup } = provider;
	const hasKey = logins.some(({ kind }) => kind === "key");
	// A cloud with credentials of its own needs more than a key.
	if (hasKey || envVars.length === 0 || local || keyless || ambient || setup) return logins;
	const key: KeyLogin = { kind: "key" };
	return [...logins, key];
}
