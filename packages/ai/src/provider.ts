import type { Compat } from "./compat.ts";
import type { Api } from "./message.ts";
import type { Model } from "./model.ts";

/** An account or back-end that serves models: data, from which the env map, the login list and the routes derive. */
export interface Provider {
	readonly id: string;
	readonly name: string;
	readonly api: Api;
	readonly baseUrl: string;
	/** Variables that may hold the key, the most specific first. */
	readonly envVars: readonly string[];
	/** Works without any credential. */
	readonly keyless?: boolean;
	readonly defaultModel?: string;
	readonly compat?: Compat;
	/** The bundled records, loaded when somebody asks for them. */
	readonly models: () => Promise<readonly Model[]>;
}
