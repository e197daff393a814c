import { createHash, timingSafeEqual } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport as HttpTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { ServedClient, type ServedTools, type ServerIdentity } from "./served-client.ts";

export interface HttpEndpointOptions {
	readonly identity: ServerIdentity;
	/** Asked for each client. */
	readonly tools: () => ServedTools;
	/** What clients send as `Authorization: Bearer`. */
	readonly token: string;
	readonly newId: () => string;
	readonly maxMessageBytes: number;
	/** More clients than this at once push out those that were quiet longest. */
	readonly maxClients?: number;
}

interface Session {
	readonly client: ServedClient;
	readonly transport: HttpTransport;
}

export const endpointPath = "/mcp";
const loopbackNames: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Streamable HTTP for clients on this machine that know the token. Each client is a session. */
export class HttpEndpoint {
	readonly #options: HttpEndpointOptions;
	readonly #maxClients: number;
	/** Last used last. */
	readonly #sessions = new Map<string, Session>();
	readonly #tokenHash: Buffer;
	#isEnded = false;

	constructor(options: HttpEndpointOptions) {
		this.#options = options;
		this.#maxClients = options.maxClients ?? 32;
		this.#tokenHash = hashOf(options.token);
	}

	get clients(): number {
		return this.#sessions.size;
	}

	/** A page of a browser reaches this address too, by a name of its own (DNS rebinding): those are refused first. */
	async answer(request: Request): Promise<Response> {
		const refused = foreignName(request);
		if (refused) return problem(403, refused);
		if (!this.#isKnown(request)) {
			return problem(401, "A bearer token is needed", { "WWW-Authenticate": "Bearer" });
		}
		if (new URL(request.url).pathname !== endpointPath) return problem(404, `The endpoint is ${endpointPath}`);
		if (this.#isEnded) return problem(503, "The server is shutting down");
		const id = request.headers.get("mcp-session-id");
		if (id === null) return this.#begin(request);
		const session = this.#sessions.get(id);
		if (!session) return problem(404, "Session not found");
		this.#sessions.delete(id);
		this.#sessions.set(id, session);
		return session.transport.handleRequest(request);
	}

	/** Ends every session; resolves when what they ran is closed. */
	async end(): Promise<void> {
		this.#isEnded = true;
		await Promise.all([...this.#sessions.values()].map(({ client }) => client.end()));
	}

	async #begin(request: Request): Promise<Response> {
		if (request.method !== "POST") return problem(400, "Mcp-Session-Id is needed");
		if (!(await this.#makeRoom())) return problem(503, "Too many clients are at work");
		const { identity, tools, newId, maxMessageBytes } = this.#options;
		const client = new ServedClient(identity, tools());
		const transport: HttpTransport = new HttpTransport({
			sessionIdGenerator: newId,
			maxRequestBodySize: maxMessageBytes,
			onsessioninitialized: (id) => void this.#sessions.set(id, { client, transport }),
			onsessionclosed: (id) => void this.#sessions.delete(id),
		});
		await client.serve(transport);
		const response = await transport.handleRequest(request);
		// It was no `initialize`.
		if (transport.sessionId === undefined) await client.end();
		return response;
	}

	async #makeRoom(): Promise<boolean> {
		if (this.#sessions.size < this.#maxClients) return true;
		const [quiet] = [...this.#sessions].filter(([, { client }]) => !client.isBusy);
		if (!quiet) return false;
		const [id, { client }] = quiet;
		this.#sessions.delete(id);
		await client.end();
		return true;
	}

	#isKnown({ headers }: Request): boolean {
		const [, token] = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
		return token !== undefined && timingSafeEqual(hashOf(token), this.#tokenHash);
	}
}

/** Of equal length, so that comparing tells nothing. */
function hashOf(token: string): Buffer {
	return createHash("sha256").update(token).digest();
}

function foreignName({ headers }: Request): string | undefined {
	const host = headers.get("host") ?? "";
	if (!isLoopback(`http://${host}`)) return "The host is not this machine";
	const origin = headers.get("origin");
	return origin === null || isLoopback(origin) ? undefined : "The origin is not this machine";
}

function isLoopback(url: string): boolean {
	const parsed = URL.parse(url);
	return parsed !== null && /^https?:$/.test(parsed.protocol) && loopbackNames.has(parsed.hostname);
}

function problem(status: number, message: string, headers: Record<string, string> = {}): Response {
	return Response.json({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }, { status, headers });
}
