/** A request that the server has got. */
export interface HindsightRequest {
	readonly method: string;
	/** Without `/v1/default/banks/`, where it begins so. */
	readonly path: string;
	readonly token: string | null;
	readonly body: Record<string, unknown>;
}

interface StoredItem {
	readonly content: string;
	readonly tags?: readonly string[];
	readonly metadata?: Record<string, string>;
	readonly document_id?: string;
}

export interface HindsightServer extends AsyncDisposable {
	readonly url: string;
	readonly requests: readonly HindsightRequest[];
	/** Requests whose path ends so. */
	to(end: string): readonly HindsightRequest[];
	/** Answers requests whose path ends so in another way; `undefined` as always. */
	answer: (request: HindsightRequest) => Response | Promise<Response> | undefined;
	/** What the bank holds. */
	items(bank: string): readonly StoredItem[];
}

const prefix = "/v1/default/banks/";

/** The part of Hindsight's HTTP API that omp uses, after its documentation: banks, memories, recall, reflect, mental models. */
export function hindsightServer(): HindsightServer {
	const requests: HindsightRequest[] = [];
	const banks = new Map<string, StoredItem[]>();
	const models = new Map<string, Array<Record<string, unknown>>>();
	const bank = (name: string) => {
		const items = banks.get(name) ?? [];
		banks.set(name, items);
		return items;
	};
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		async fetch(received) {
			const { pathname } = new URL(received.url);
			const text = await received.text();
			const request: HindsightRequest = {
				method: received.method,
				path: pathname.startsWith(prefix) ? decodeURIComponent(pathname.slice(prefix.length)) : pathname,
				token: received.headers.get("authorization"),
				body: text === "" ? {} : JSON.parse(text),
			};
			requests.push(request);
			return (await hindsight.answer(request)) ?? handle(request);
		},
	});
	const hindsight: HindsightServer = {
		url: `http://127.0.0.1:${server.port}`,
		requests,
		to: (end) => requests.filter(({ path }) => path.endsWith(end)),
		answer: () => undefined,
		items: (name) => banks.get(name) ?? [],
		async [Symbol.asyncDispose]() {
			await server.stop(true);
		},
	};
	return hindsight;

	function handle({ method, path, body }: HindsightRequest): Response {
		if (path === "/version") return Response.json({ api_version: "0.4.0" });
		const [name = "", ...rest] = path.split("/");
		switch (`${method} ${rest.join("/")}`) {
			case "PUT ":
				bank(name);
				return Response.json({ bank_id: name, name });
			case "POST memories": {
				for (const item of body.items as StoredItem[]) {
					const items = bank(name).filter(({ document_id: id }) => id === undefined || id !== item.document_id);
					banks.set(name, [...items, item]);
				}
				return Response.json({
					success: true,
					bank_id: name,
					items_count: (body.items as unknown[]).length,
					async: true,
				});
			}
			case "POST memories/recall": {
				const wanted = body.tags as readonly string[] | undefined;
				const results = bank(name)
					.filter(({ tags = [] }) => !wanted || tags.length === 0 || tags.some((tag) => wanted.includes(tag)))
					.map(({ content, metadata = {} }, index) => ({
						...{ id: `m${index}`, text: content, type: "world", metadata },
						mentioned_at: "2026-11-01T10:00:00Z",
					}));
				return Response.json({ results });
			}
			case "POST reflect":
				return Response.json({ text: bank(name).length > 0 ? "They deploy on Tuesday." : "", based_on: [] });
			case "GET mental-models":
				return Response.json({ items: models.get(name) ?? [] });
			case "POST mental-models":
				models.set(name, [...(models.get(name) ?? []), { ...body, content: `About ${body.name}.` }]);
				return Response.json({ operation_id: "o1" });
			default:
				return Response.json({ detail: "Not Found" }, { status: 404 });
		}
	}
}
