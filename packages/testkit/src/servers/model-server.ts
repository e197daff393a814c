import { type ChaosConfig, type ChatCompletionRequest, createServer, type Fixture } from "@copilotkit/aimock";
import { type Exchange, type RecordedExchange, recordExchange } from "./exchange.ts";
import { failure, type Reply, toAimockResponse } from "./replies.ts";

/**
 * A local model that returns scripted replies in order, in the protocol of the request: Anthropic, OpenAI chat and
 * responses, Gemini, Vertex, Bedrock, Azure and Ollama, all on one port.
 */
export interface ModelServer extends AsyncDisposable {
	readonly url: string;
	/** The bodies of the requests so far. */
	readonly requests: readonly Record<string, unknown>[];
	/** The same requests with path, headers and outcome. */
	readonly exchanges: readonly Exchange[];
	/** Appends replies to the script. */
	script(...replies: readonly Reply[]): void;
	/** Random faults from now on; a faulty request still consumes its reply. */
	setChaos(chaos: ChaosConfig): void;
	clearChaos(): void;
}

export async function modelServer(
	options: {
		replies?: readonly Reply[] | undefined;
		/** Answers by the body of the request when the script has ended. Of the delivery only `hold` counts. */
		otherwise?: ((body: Record<string, unknown>) => Reply) | undefined;
		chaos?: ChaosConfig;
		port?: number;
	} = {},
): Promise<ModelServer> {
	const exchanges: RecordedExchange[] = [];
	const script = new Script(exchanges, options.otherwise);
	script.add(options.replies ?? []);
	const { server, defaults, url } = await createServer(script.fixtures, {
		host: "127.0.0.1",
		port: options.port ?? 0,
		...(options.chaos && { chaos: options.chaos }),
		journalMaxEntries: 1,
	});
	server.prependListener("request", (request, response) => {
		if (request.method === "POST") recordExchange(request, response, exchanges);
	});
	return {
		url,
		get requests() {
			return exchanges.map((exchange) => exchange.body);
		},
		exchanges,
		script: (...replies) => script.add(replies),
		setChaos(chaos) {
			defaults.chaos = chaos;
		},
		clearChaos() {
			delete defaults.chaos;
		},
		async [Symbol.asyncDispose]() {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			server.closeAllConnections();
			await closed;
		},
	};
}

/** The replies as aimock fixtures; each request gets the next unused one. */
class Script {
	readonly fixtures: Fixture[] = [];
	readonly #exchanges: readonly RecordedExchange[];
	readonly #replyByExchange = new Map<unknown, number>();
	#replyCount = 0;

	constructor(exchanges: readonly RecordedExchange[], otherwise?: (body: Record<string, unknown>) => Reply) {
		this.#exchanges = exchanges;
		this.fixtures.push({
			match: { endpoint: "chat" },
			response: (request) => {
				const exchange = this.#exchangeOf(request);
				const reply = exchange && otherwise?.(exchange.body);
				if (reply?.delivery?.hold) exchange?.holdWrites(reply.delivery.hold);
				const ended = failure(400, `The script ended after ${this.#replyCount} replies`);
				return reply ? toAimockResponse(reply, exchanges.length) : toAimockResponse(ended, 0);
			},
		});
	}

	add(replies: readonly Reply[]): void {
		const added = replies.map((reply, index) => this.#fixture(reply, this.#replyCount + index));
		this.#replyCount += replies.length;
		// The last fixture stays last: it responds when all others are used.
		this.fixtures.splice(-1, 0, ...added);
	}

	#fixture(reply: Reply, replyIndex: number): Fixture {
		const delivery = reply.delivery ?? {};
		return {
			match: { endpoint: "chat", predicate: (request) => this.#replyIndexFor(request) === replyIndex },
			response: (request) => {
				if (delivery.hold) this.#exchangeOf(request)?.holdWrites(delivery.hold);
				return toAimockResponse(reply, replyIndex + 1);
			},
			...(delivery.chunkChars !== undefined && { chunkSize: delivery.chunkChars }),
			...(delivery.cutAfterChunks !== undefined && { truncateAfterChunks: delivery.cutAfterChunks }),
			streamingProfile: {
				...(delivery.firstChunkDelayMs !== undefined && { ttft: delivery.firstChunkDelayMs }),
				...(delivery.chunkDelayMs && { tps: 1000 / delivery.chunkDelayMs }),
			},
		};
	}

	/** aimock may match one request several times, which must not consume several replies. */
	#replyIndexFor(request: ChatCompletionRequest): number | undefined {
		if (request._endpointType !== "chat") return undefined;
		const known = this.#replyByExchange.get(request._context);
		if (known !== undefined) return known;
		const next = this.#replyByExchange.size;
		if (next >= this.#replyCount) return undefined;
		this.#replyByExchange.set(request._context, next);
		return next;
	}

	#exchangeOf(request: ChatCompletionRequest): RecordedExchange | undefined {
		return this.#exchanges.find((exchange) => exchange.id === request._context);
	}
}
