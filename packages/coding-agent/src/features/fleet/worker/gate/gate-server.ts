import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { removeOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { GateRequests, GateVerb } from "./gate-protocol.ts";

export type GateHandlers = {
	readonly [Verb in GateVerb]: (ask: GateRequests[Verb]["ask"]) => Promise<GateRequests[Verb]["answer"]>;
};

/** The socket at which the children of a worker ask before they spend or change something; each has a secret of its own. */
export class GateServer implements AsyncDisposable {
	readonly #folder: string;
	readonly #path: string;
	readonly #server;
	readonly #tasks = new Map<string, GateHandlers>();

	/** In a temporary folder: the path of a socket may only have about 100 characters. */
	constructor(temporary: string) {
		this.#folder = mkdtempSync(join(temporary, "omp-fleet-"));
		removeOnExit(this.#folder);
		this.#path = join(this.#folder, "gate");
		this.#server = Bun.serve({
			unix: this.#path,
			fetch: (request, server) => {
				// A task may have to wait for minutes.
				server.timeout(request, 0);
				return this.#answer(request);
			},
		});
	}

	/** Of the variable for a child. */
	valueFor(token: string): string {
		return `${this.#path}#${token}`;
	}

	open(token: string, handlers: GateHandlers): void {
		this.#tasks.set(token, handlers);
	}

	/** The task may do nothing more. */
	close(token: string): void {
		this.#tasks.delete(token);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#server.stop(true);
		rmSync(this.#folder, { recursive: true, force: true });
	}

	async #answer(request: Request): Promise<Response> {
		const [, token = "", verb = ""] = new URL(request.url).pathname.split("/");
		const handlers = this.#tasks.get(token);
		const handle = handlers && Object.hasOwn(handlers, verb) ? handlers[verb as GateVerb] : undefined;
		if (!handle) return new Response("Not found", { status: 404 });
		try {
			return Response.json(await (handle as (ask: unknown) => Promise<object>)(await request.json()));
		} catch (error) {
			return new Response(errorMessage(error), { status: 503 });
		}
	}
}
