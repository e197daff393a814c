import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Server } from "bun";

/** What cells can ask of the session they run in. What is absent is not available there. */
export interface EvalHost {
	/** Calls a tool as the model would, approval included. */
	callTool?(name: string, args: Readonly<Record<string, unknown>>, options: HostCallOptions): Promise<ToolAnswer>;
	/** One reply of a model, without tools. */
	complete?(request: HostRequest, options: HostCallOptions): Promise<unknown>;
	/** Runs one sub-agent to its end. */
	runAgent?: ((request: HostRequest, options: HostCallOptions) => Promise<unknown>) | undefined;
	/** Saved outputs of sub-agents. */
	readOutputs?: ((request: HostRequest, options: HostCallOptions) => Promise<unknown>) | undefined;
	/** Tokens under the cap that leaves the least, if there is one. */
	budget?(): TokenBudget | Promise<TokenBudget>;
}

export interface TokenBudget {
	readonly total: number | null;
	readonly spent: number;
	readonly remaining: number | null;
}

export type HostRequest = Readonly<Record<string, unknown>>;
export interface HostCallOptions {
	readonly signal: AbortSignal;
	/** A value without a name: that of the tool's first parameter. */
	readonly first?: unknown;
}
export interface ToolAnswer {
	readonly text: string;
	readonly details?: unknown;
	readonly images?: readonly { readonly data: string; readonly mimeType: string }[];
}

/** A cell that runs now, on whose behalf the host is asked. */
export interface ServedCell {
	readonly host: EvalHost;
	readonly signal: AbortSignal;
	/** Its time stands still while agents and models work for it. */
	pause(): void;
	resume(): void;
}

/** The address at which kernels reach their session: on this machine only, and only with the token. */
export class HostBridge implements AsyncDisposable {
	readonly #token: string;
	readonly #cells = new Map<string, ServedCell>();
	#server: Server<undefined> | undefined;

	constructor(token: string) {
		this.#token = token;
	}

	/** The variables that tell a kernel where to ask. */
	envFor(session: string, addressInside: (url: string) => string = (url) => url): Record<string, string> {
		this.#server ??= Bun.serve({
			hostname: "127.0.0.1",
			port: 0,
			idleTimeout: 0,
			fetch: (request) => this.#answer(request),
		});
		this.#server.unref();
		return {
			PI_TOOL_BRIDGE_URL: addressInside(`http://127.0.0.1:${this.#server.port}/`),
			PI_TOOL_BRIDGE_TOKEN: this.#token,
			PI_TOOL_BRIDGE_SESSION: session,
		};
	}

	serve(session: string, cell: ServedCell): Disposable {
		this.#cells.set(session, cell);
		return { [Symbol.dispose]: () => this.#cells.delete(session) };
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#server?.stop(true);
		this.#server = undefined;
	}

	async #answer(request: Request): Promise<Response> {
		if (request.headers.get("authorization") !== `Bearer ${this.#token}`) {
			return Response.json({ error: "Not allowed" }, { status: 401 });
		}
		try {
			const asked: unknown = await request.json();
			if (!isRecord(asked)) throw new Error("An object is needed");
			const cell = this.#cells.get(String(asked.session));
			if (!cell) throw new Error("No cell is running that could ask");
			return Response.json({ value: (await ask(asked, cell)) ?? null });
		} catch (error) {
			return Response.json({ error: errorMessage(error) });
		}
	}
}

async function ask(asked: HostRequest, cell: ServedCell): Promise<unknown> {
	const { session: _, op, ...request } = asked;
	const { host, signal } = cell;
	const options = { signal };
	switch (op) {
		case "tool": {
			const args = isRecord(request.args) ? request.args : {};
			const name = String(request.name);
			if (name === "eval") throw new Error("A cell cannot run cells");
			const { first } = request;
			return available(host.callTool, op)(name, args, { ...options, ...(first !== undefined && { first }) });
		}
		case "output":
			return available(host.readOutputs, op)(request, options);
		case "budget":
			return available(host.budget, op)();
		case "completion":
			return paused(cell, () => available(host.complete, op)(request, options));
		case "agent":
			return paused(cell, () => available(host.runAgent, op)(request, options));
		default:
			throw new Error(`${op} is not available in this session`);
	}
}

function available<T>(port: T | undefined, op: string): T {
	if (!port) throw new Error(`${op} is not available in this session`);
	return port;
}

async function paused<T>(cell: ServedCell, work: () => Promise<T>): Promise<T> {
	cell.pause();
	try {
		return await work();
	} finally {
		cell.resume();
	}
}
