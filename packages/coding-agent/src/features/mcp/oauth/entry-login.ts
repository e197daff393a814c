import type { LoginPorts } from "@oh-my-pi/pi-ai/model/login";
import type { LiveServer } from "@oh-my-pi/pi-mcp/live-server";
import { parseChallenge, wantsMoreScope } from "@oh-my-pi/pi-mcp/oauth/parse-challenge";
import type { AuthChallenge, ServerPorts } from "@oh-my-pi/pi-mcp/server/server-config";
import { challengeIn } from "@oh-my-pi/pi-mcp/server/server-error";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { LogInPort } from "../../../workbench/contract/front-end.ts";
import { loginHint } from "./call-with-login.ts";
import type { ServerLogin } from "./server-login.ts";

export interface EntryLoginParts {
	/** How the user is asked; absent where nobody can be. */
	readonly port: () => LogInPort | undefined;
	readonly now: () => number;
}

/** A server that takes none of our tokens would ask for a login at every call. */
const againAfterMs = 5 * 60_000;
const maxShown = 200;

/** The login at a server of a session: when the user is asked for it, and how often. */
export class EntryLogin {
	readonly login: ServerLogin;
	/** What the server refused to work without. */
	challenge: AuthChallenge | undefined;
	readonly #name: string;
	readonly #port: () => LogInPort | undefined;
	readonly #now: () => number;
	#running: Promise<boolean> | undefined;
	#isDeclined = false;
	#last: { readonly wanted: string; readonly atMs: number } | undefined;

	constructor(name: string, login: ServerLogin, parts: EntryLoginParts) {
		this.#name = name;
		this.login = login;
		this.#port = parts.port;
		this.#now = parts.now;
	}

	/** For the connection. */
	get ports(): Pick<ServerPorts, "renewHeaders"> {
		return { renewHeaders: (challenge) => this.login.renew(challenge) };
	}

	/** For tools: asks the user, and connects anew. Calls at the same time share one login. */
	retry(live: Pick<LiveServer, "reconnect">): {
		readonly logIn: (challenge: AuthChallenge, signal: AbortSignal) => Promise<boolean>;
	} {
		return {
			logIn: (challenge, signal) => {
				this.#running ??= this.#ask(challenge, signal, live).finally(() => {
					this.#running = undefined;
				});
				return this.#running;
			},
		};
	}

	/** Remembers what the server asks for; false when it asks for nothing that a login could give. */
	refused(error: unknown): boolean {
		const challenge = challengeIn(error);
		if (!challenge || !this.login.isPossible) return false;
		this.challenge = challenge;
		return true;
	}

	/** Connects anew; a failure that a login would help says so. */
	async reconnect(live: Pick<LiveServer, "reconnect">, before = ""): Promise<void> {
		try {
			await live.reconnect();
		} catch (error) {
			const why = errorMessage(error);
			throw new Error(`${before}${this.refused(error) ? loginHint(this.#name) : why}`, { cause: error });
		}
	}

	/** The server has let us in. */
	accepted(): void {
		this.challenge = undefined;
	}

	/** Because the user wants it. */
	async run(ports: LoginPorts, challenge = this.challenge): Promise<void> {
		await this.login.logIn(ports, challenge);
		this.accepted();
		this.#isDeclined = false;
		this.#last = undefined;
	}

	async #ask(challenge: AuthChallenge, signal: AbortSignal, live: Pick<LiveServer, "reconnect">): Promise<boolean> {
		const logIn = this.#port();
		// Whoever has said no is not asked at every call.
		if (!logIn || !this.login.isPossible || this.#isDeclined) return false;
		const { scope } = parseChallenge(challenge.wwwAuthenticate);
		const wanted = `${challenge.status} ${scope ?? ""}`;
		if (this.#last?.wanted === wanted && this.#now() - this.#last.atMs < againAfterMs) return false;
		const { origin, pathname } = new URL(challenge.url);
		const scopes = scope && scope.length > maxShown ? `${scope.slice(0, maxShown)}…` : scope;
		const more = wantsMoreScope(challenge) ? ` with more permissions${scopes ? ` (${scopes})` : ""}` : "";
		const isDone = await logIn(
			{
				name: `MCP server ${this.#name}`,
				question: `The MCP server "${this.#name}" at ${origin}${pathname} needs a login${more}. Open the browser?`,
				run: (ports) => this.run(ports, challenge),
			},
			{ signal },
		);
		this.#isDeclined = !isDone && !signal.aborted;
		if (!isDone) return false;
		this.#last = { wanted, atMs: this.#now() };
		await live.reconnect();
		return true;
	}
}
