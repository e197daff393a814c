import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { RequestId } from "@modelcontextprotocol/sdk/types.js";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { callAsTask } from "./call-task.ts";
import { ClientProtocol, translated } from "./client-protocol.ts";
import type { Handshake, RequestOptions } from "./server/request-options.ts";
import {
	defaultMaxMessageBytes,
	defaultTimeoutMs,
	type Params,
	type ServerConfig,
	type ServerPorts,
} from "./server/server-config.ts";
import { isNetworkFailure, ServerError } from "./server/server-error.ts";
import {
	type CallResult,
	type ContentBlock,
	type ResourceContents,
	readBlock,
	readCallResult,
	readContents,
	readList,
	readPrompt,
	readResource,
	readTemplate,
	readTool,
	type ServerPrompt,
	type ServerResource,
	type ServerResourceTemplate,
	type ServerTool,
} from "./server/server-messages.ts";
import { CheckedTransport } from "./transports/checked-transport.ts";
import { guardedFetch } from "./transports/guarded-fetch.ts";
import { LegacySseTransport, NoEventStream } from "./transports/legacy-sse-transport.ts";
import { ProcessTransport } from "./transports/process-transport.ts";

export interface AskOptions extends Omit<RequestOptions, "timeoutMs"> {
	readonly timeoutMs?: number;
}

export interface CallOptions extends AskOptions {
	/** Calls it as a task, for tools that can be called in no other way. */
	readonly asTask?: boolean;
}

export interface PromptMessage {
	readonly role: string;
	readonly content: ContentBlock;
}

/** An open connection to a server. */
export interface ServerConnection extends Handshake, AsyncDisposable {
	readonly name: string;
	/** False once the connection has ended. */
	readonly isOpen: boolean;
	/** The last of its error output; only for `stdio`. */
	readonly stderr: string;
	/** The process; only for `stdio`. */
	readonly pid: number | undefined;
	ask(method: string, params?: Params, options?: AskOptions): Promise<Params>;
	ping(options?: AskOptions): Promise<void>;
	listTools(options?: AskOptions): Promise<ServerTool[]>;
	listResources(options?: AskOptions): Promise<ServerResource[]>;
	listResourceTemplates(options?: AskOptions): Promise<ServerResourceTemplate[]>;
	listPrompts(options?: AskOptions): Promise<ServerPrompt[]>;
	callTool(name: string, args: Params, options?: CallOptions): Promise<CallResult>;
	readResource(uri: string, options?: AskOptions): Promise<ResourceContents[]>;
	subscribe(uri: string, options?: AskOptions): Promise<void>;
	unsubscribe(uri: string, options?: AskOptions): Promise<void>;
	getPrompt(name: string, args: Readonly<Record<string, string>>, options?: AskOptions): Promise<PromptMessage[]>;
	setLogLevel(level: string, options?: AskOptions): Promise<void>;
	/** To be called after the roots have changed. */
	rootsChanged(): Promise<void>;
	close(): Promise<void>;
}

/** A list that goes on longer is cut. */
const maxPages = 1000;
const maxEntries = 20_000;
const sessionEndMs = 1000;
const listenerMs = 1000;

/**
 * Connects and makes the client known. What goes wrong in a server stays there: every failure is a `ServerError`, and
 * nothing is left running when this rejects.
 */
export async function connectServer(
	config: ServerConfig,
	ports: ServerPorts,
	{ signal }: { readonly signal?: AbortSignal } = {},
): Promise<ServerConnection> {
	const { name, timeoutMs = defaultTimeoutMs } = config;
	const connection = new Connection(config, ports);
	const limit = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined;
	const signals = [signal, limit].filter((one) => one !== undefined);
	const ended = AbortSignal.any(signals);
	try {
		await connection.open(ended);
		return connection;
	} catch (error) {
		await connection.close();
		if (signal?.aborted) throw signal.reason;
		if (limit?.aborted) {
			throw new ServerError("timeout", `Connection to MCP server "${name}" timed out after ${timeoutMs}ms`);
		}
		throw withHost(error, config);
	}
}

/** Whoever reads that a connection was refused wants to know by whom. */
function withHost(error: unknown, config: ServerConfig): unknown {
	const host = "url" in config && typeof config.url === "string" ? URL.parse(config.url)?.host : undefined;
	const cause = error instanceof ServerError ? error.cause : undefined;
	if (!(error instanceof ServerError) || host === undefined || !(cause instanceof Error) || !isNetworkFailure(cause)) {
		return error;
	}
	return new ServerError(error.kind, `${host}: ${error.message}`, { cause });
}

class Connection implements ServerConnection {
	readonly name: string;
	protocolVersion = "";
	serverInfo: Handshake["serverInfo"] = { name: "", version: "" };
	capabilities: Params = {};
	instructions?: string;
	readonly #config: ServerConfig;
	readonly #ports: ServerPorts;
	readonly #timeoutMs: number;
	readonly #maxMessageBytes: number;
	readonly #reported = new Set<string>();
	#protocol: ClientProtocol;
	#transport: CheckedTransport | undefined;
	#stdio: ProcessTransport | undefined;
	#http: StreamableHTTPClientTransport | undefined;
	#state: "opening" | "open" | "closed" = "opening";

	constructor(config: ServerConfig, ports: ServerPorts) {
		this.name = config.name;
		this.#config = config;
		this.#ports = ports;
		this.#timeoutMs = config.timeoutMs ?? defaultTimeoutMs;
		this.#maxMessageBytes = config.maxMessageBytes ?? defaultMaxMessageBytes;
		this.#protocol = new ClientProtocol(ports);
	}

	get isOpen(): boolean {
		return this.#state === "open";
	}

	get stderr(): string {
		return this.#stdio?.stderr ?? "";
	}

	get pid(): number | undefined {
		return this.#stdio?.pid;
	}

	async open(signal: AbortSignal): Promise<void> {
		try {
			await this.#connect(await this.#makeTransport(this.#config.transport), signal);
		} catch (error) {
			// Older configurations say `sse` for servers that speak the newer protocol by now.
			if (!(error instanceof NoEventStream)) throw this.#withReason(error);
			this.#protocol = new ClientProtocol(this.#ports);
			await this.#connect(await this.#makeTransport("http"), signal);
		}
		this.#state = "open";
	}

	ask(method: string, params: Params = {}, options: AskOptions = {}): Promise<Params> {
		if (this.#state !== "open") return Promise.reject(new ServerError("closed", "Transport closed"));
		return this.#protocol.ask(method, params, { timeoutMs: this.#timeoutMs, ...options });
	}

	async ping(options?: AskOptions): Promise<void> {
		await this.ask("ping", {}, options);
	}

	listTools(options?: AskOptions): Promise<ServerTool[]> {
		return this.#list("tools/list", "tools", readTool, options);
	}

	listResources(options?: AskOptions): Promise<ServerResource[]> {
		return this.#list("resources/list", "resources", readResource, options);
	}

	listResourceTemplates(options?: AskOptions): Promise<ServerResourceTemplate[]> {
		return this.#list("resources/templates/list", "resourceTemplates", readTemplate, options);
	}

	listPrompts(options?: AskOptions): Promise<ServerPrompt[]> {
		return this.#list("prompts/list", "prompts", readPrompt, options);
	}

	async callTool(name: string, args: Params, { asTask, ...options }: CallOptions = {}): Promise<CallResult> {
		const call = { name, arguments: args };
		const ask: ServerConnection["ask"] = (...askArgs) => this.ask(...askArgs);
		return readCallResult(await (asTask ? callAsTask(ask, call, options) : this.ask("tools/call", call, options)));
	}

	async readResource(uri: string, options?: AskOptions): Promise<ResourceContents[]> {
		return readList((await this.ask("resources/read", { uri }, options)).contents, readContents);
	}

	async subscribe(uri: string, options?: AskOptions): Promise<void> {
		await this.ask("resources/subscribe", { uri }, options);
	}

	async unsubscribe(uri: string, options?: AskOptions): Promise<void> {
		await this.ask("resources/unsubscribe", { uri }, options);
	}

	async getPrompt(
		name: string,
		args: Readonly<Record<string, string>>,
		options?: AskOptions,
	): Promise<PromptMessage[]> {
		const { messages } = await this.ask("prompts/get", { name, arguments: args }, options);
		return readList(messages, ({ role, content }) => {
			const block = isRecord(content) ? readBlock(content) : undefined;
			return block && { role: String(role), content: block };
		});
	}

	async setLogLevel(level: string, options?: AskOptions): Promise<void> {
		await this.ask("logging/setLevel", { level }, options);
	}

	async rootsChanged(): Promise<void> {
		if (this.isOpen) await this.#protocol.notification({ method: "notifications/roots/list_changed" });
	}

	async close(): Promise<void> {
		if (this.#state === "closed") return;
		this.#state = "closed";
		const http = this.#http;
		if (http?.sessionId) {
			const bye = Promise.race([http.terminateSession(), Bun.sleep(sessionEndMs)]);
			await ignoreFailure(bye, "a session that is not ended expires");
		}
		await ignoreFailure(async () => this.#transport?.close(), "nobody uses it any more");
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.close();
	}

	async #connect(transport: CheckedTransport, signal: AbortSignal): Promise<void> {
		this.#transport = transport;
		const protocol = this.#protocol;
		protocol.onclose = () => this.#ended(transport.closeReason ?? "the connection was closed");
		const abort = Promise.withResolvers<never>();
		const onAbort = () => abort.reject(signal.reason);
		signal.addEventListener("abort", onAbort, { once: true });
		if (signal.aborted) onAbort();
		abort.promise.catch(() => {});
		try {
			await Promise.race([protocol.connect(transport), abort.promise]);
			const handshake = await Promise.race([
				// The signal is what limits it.
				protocol.initialize({ timeoutMs: 0 }, () => this.#listen()),
				abort.promise,
			]);
			Object.assign(this, handshake);
		} catch (error) {
			throw signal.aborted ? error : translated(error);
		} finally {
			signal.removeEventListener("abort", onAbort);
		}
	}

	/** Some servers speak as soon as they are told that the client is ready, so somebody must be listening by then. */
	async #listen(): Promise<void> {
		const http = this.#http;
		if (!http) return;
		const opened = ignoreFailure(http.resumeStream(""), "servers need not offer a stream");
		await Promise.race([opened, Bun.sleep(listenerMs)]);
	}

	async #makeTransport(kind: ServerConfig["transport"]): Promise<CheckedTransport> {
		const { name, requestIdFormat } = this.#config;
		const onProblem = (problem: string) => this.#say(`MCP server "${name}" ${problem}`);
		const idOf = (count: number): RequestId =>
			requestIdFormat === "string" ? `${count}-${this.#ports.newId()}` : count;
		const checked = (inner: Transport) => new CheckedTransport(inner, { idOf, onProblem });
		const maxMessageBytes = this.#maxMessageBytes;
		if (kind === "stdio") {
			this.#stdio = new ProcessTransport({ ...this.#config, maxMessageBytes, onProblem });
			return checked(this.#stdio);
		}
		const { url = "", headers = {} } = this.#config;
		const { renewHeaders } = this.#ports;
		const fetch = guardedFetch({
			maxMessageBytes,
			...(renewHeaders && { renewHeaders }),
			onStreamEnd: (id) => this.#transport?.fail(id, `No response received for request ID ${id}`),
		});
		if (kind === "sse") return checked(new LegacySseTransport({ url, headers, fetch, maxMessageBytes, onProblem }));
		const { StreamableHTTPClientTransport: Http } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
		const http = new Http(new URL(url), { fetch, requestInit: { headers: { ...headers } } });
		this.#http = http;
		const transport = checked(http);
		transport.onerror = (error) => {
			// The listener was there and is gone for good.
			if (/^Maximum reconnection attempts/.test(error.message)) void http.close();
		};
		return transport;
	}

	async #list<Item>(
		method: string,
		key: string,
		read: (entry: Params) => Item | undefined,
		options: AskOptions | undefined,
	): Promise<Item[]> {
		const found: Item[] = [];
		const seen = new Set<string>();
		let cursor: string | undefined;
		for (let page = 0; page < maxPages && found.length < maxEntries; page++) {
			const result = await this.ask(method, cursor === undefined ? {} : { cursor }, options);
			found.push(...readList(result[key], read));
			const next = result.nextCursor;
			// A cursor that was there before would go on forever.
			if (typeof next !== "string" || next === "" || seen.has(next)) return found;
			seen.add(next);
			cursor = next;
		}
		this.#say(`MCP server "${this.name}" has more than ${found.length} entries for ${method}; the rest is left out`);
		return found.slice(0, maxEntries);
	}

	#ended(reason: string): void {
		const wasOpen = this.#state === "open";
		if (this.#state === "closed") return;
		this.#state = "closed";
		if (wasOpen) this.#ports.onClose?.(reason);
	}

	#say(problem: string): void {
		if (this.#reported.has(problem) || this.#reported.size > 20) return;
		this.#reported.add(problem);
		this.#ports.onProblem?.(problem);
	}

	/** A process that ends at once has usually said why. */
	#withReason(error: unknown): unknown {
		const stderr = this.stderr.trim().split("\n").slice(-5).join("\n");
		const reason = this.#transport?.closeReason;
		if (!(error instanceof ServerError) || error.kind !== "closed" || !reason || error.message === reason) return error;
		return new ServerError("closed", [reason, stderr].filter(Boolean).join(":\n"), { cause: error });
	}
}
