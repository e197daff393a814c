import { madeEmbedding } from "../../../packages/memory/src/testing/quality/made-corpus.ts";

export interface EmbeddingServer extends AsyncDisposable {
	readonly url: string;
	/** What requests were authorized with. */
	readonly keys: Set<string>;
}

/** An OpenAI-compatible endpoint with made-up vectors: hashed words, where synonyms of the quality corpus count as one. */
export function embeddingServer({ hangs = false }: { readonly hangs?: boolean } = {}): EmbeddingServer {
	const keys = new Set<string>();
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		async fetch(request) {
			keys.add(request.headers.get("authorization") ?? "");
			if (hangs) await new Promise(() => {});
			const { input } = (await request.json()) as { readonly input: readonly string[] };
			const data = input.map((text, index) => ({ index, embedding: [...madeEmbedding(text, 64)] }));
			return Response.json({ object: "list", data });
		},
	});
	return { url: `http://127.0.0.1:${server.port}/v1`, keys, [Symbol.asyncDispose]: () => server.stop(true) };
}
