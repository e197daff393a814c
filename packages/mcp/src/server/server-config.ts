/** How to reach a server. All values are final: variables and commands in them were resolved by the caller. */
export interface ServerConfig {
	readonly name: string;
	readonly transport: "stdio" | "http" | "sse";
	/** For `stdio`. */
	readonly command?: string;
	readonly args?: readonly string[];
	/** The whole environment of the process. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	readonly cwd?: string;
	/** For `http` and `sse`. */
	readonly url?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** For connecting and for each request; 0 for no limit. 30 seconds by default. */
	readonly timeoutMs?: number;
	readonly requestIdFormat?: "number" | "string";
	/** The longest message that is read; 32 MB by default. */
	readonly maxMessageBytes?: number;
}

export const defaultTimeoutMs = 30_000;
export const defaultMaxMessageBytes = 32 * 1024 * 1024;

export interface Root {
	readonly uri: string;
	readonly name?: string;
}

/** A request for authentication that an HTTP server answered with. */
export interface AuthChallenge {
	readonly status: 401 | 403;
	readonly url: string;
	readonly wwwAuthenticate?: string;
	/** The `Mcp-Auth-Server` header: where some servers let users log in. */
	readonly authServer?: string;
	/** The `Authorization` header that was refused. */
	readonly authorization?: string;
}

export type Params = Readonly<Record<string, unknown>>;
export type RequestHandler = (params: Params, signal: AbortSignal) => Promise<Params>;

/** What a connection needs from its owner. */
export interface ServerPorts {
	readonly clientInfo: { readonly name: string; readonly version: string };
	readonly newId: () => string;
	/** The folders a server may work in. */
	readonly roots?: () => readonly Root[];
	/** Every notification except progress and cancellation. */
	readonly onNotification?: (method: string, params: Params) => void;
	/** The connection ended by itself. Called once, never after `close`. */
	readonly onClose?: (reason: string) => void;
	/** What is wrong with the server though it goes on; each text once. */
	readonly onProblem?: (problem: string) => void;
	/** Answers `elicitation/create`; advertised when given. */
	readonly elicit?: RequestHandler;
	/** Answers `sampling/createMessage`; advertised when given. */
	readonly sample?: RequestHandler;
	/** New headers after a 401 or 403, with which the request is made once more. */
	readonly renewHeaders?: (challenge: AuthChallenge) => Promise<Readonly<Record<string, string>> | undefined>;
}
