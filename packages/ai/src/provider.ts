import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Compat } from "./compat.ts";
import type { Exchange, OAuthTokens } from "./credential.ts";
import type { Login } from "./login.ts";
import type { Api } from "./message.ts";
import type { Model } from "./model.ts";

export type Env = Host["env"];

/** How the models of an endpoint are listed. */
export interface Discovery {
	readonly type: "ollama" | "llama.cpp" | "lm-studio" | "openai-models-list" | "litellm" | "proxy";
	readonly timeoutMs?: number;
}

/** An account or back-end that serves models: data, from which the env map, the login list and the routes derive. */
export interface Provider {
	readonly id: string;
	readonly name: string;
	readonly api: Api;
	/** Empty where the protocol makes the address from the cloud's own configuration. */
	readonly baseUrl: string;
	/** The endpoint that the environment asks for instead. */
	readonly endpoint?: (env: Env) => string | undefined;
	/** Variables that may hold the key, the most specific first. */
	readonly envVars: readonly string[];
	/** Variables that come before those, depending on others. */
	readonly envKeys?: (env: Env) => readonly string[];
	/** Where a cloud will find credentials by itself, in words; `undefined` when nowhere. */
	readonly ambient?: (host: Pick<Host, "env" | "home">) => string | undefined;
	/** What to set up, where naming the variables would not say enough. */
	readonly setup?: string;
	/** Works without any credential. */
	readonly keyless?: boolean;
	/** Found by asking this machine, and there only while it answers. */
	readonly local?: boolean;
	readonly defaultModel?: string;
	readonly compat?: Compat;
	/** Protocols that a setting can choose between, by the setting's word. */
	readonly formats?: Readonly<Record<string, { readonly api: Api; readonly baseUrl?: string }>>;
	/** Ways to log in, the usual one first. */
	readonly logins?: readonly Login[];
	/** What a login's tokens are sent as, when that is not the access token alone. */
	readonly keyOf?: (tokens: OAuthTokens) => string;
	/** Trades the credential for what requests carry, when that is something else. */
	readonly exchange?: Exchange;
	/** Where an account has its models, when that is not where all others have them. */
	readonly accountEndpoint?: (tokens: OAuthTokens) => string | undefined;
	/** The provider whose stored credentials are used and written, if not its own. */
	readonly storeCredentialsAs?: string;
	readonly discovery?: Discovery;
	/** A list from the endpoint replaces the bundled records instead of adding to them. */
	readonly discoveryReplaces?: boolean;
	/** The generated records, as few characters as can be. */
	readonly shard?: () => Promise<{ readonly default: unknown }>;
	/** Records written by hand, in place of a shard. */
	readonly models?: () => Promise<readonly Model[]>;
}

/** The endpoint named by the first of the variables that is set. */
export function endpointFrom(...names: readonly string[]): (env: Env) => string | undefined {
	return (env) => names.map((name) => env[name]).find(Boolean);
}
