import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";

export type WireStall = "before-headers" | "mid-event";

export interface StallingWire extends AsyncDisposable {
	/** Resolves when the reply has stalled. */
	readonly stalled: Promise<void>;
}

/** A proxy between project and model on which one reply, counted from 0, stalls at a given place. */
export async function stallingWire(omp: OmpProject, request: number, place: WireStall): Promise<StallingWire> {
	const stalled = Promise.withResolvers<void>();
	let count = 0;
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		idleTimeout: 0,
		async fetch(asked) {
			const isStalled = count++ === request;
			const answer = await forward(asked, omp.model.url);
			if (!isStalled) return answer;
			if (place === "mid-event") return new Response(halfOf(await answer.text(), stalled.resolve), answer);
			stalled.resolve();
			return new Promise<Response>(() => {});
		},
	});
	const models = await omp.home.read(".omp/agent/models.yml");
	await omp.home.write(".omp/agent/models.yml", models.replace(omp.model.url, server.url.origin));
	return {
		stalled: stalled.promise,
		async [Symbol.asyncDispose]() {
			await server.stop(true);
		},
	};
}

async function forward(asked: Request, url: string): Promise<Response> {
	const { pathname, search } = new URL(asked.url);
	const answer = await fetch(`${url}${pathname}${search}`, {
		method: asked.method,
		headers: { "content-type": "application/json", "x-api-key": "any" },
		body: await asked.text(),
	});
	return new Response(await answer.text(), {
		status: answer.status,
		headers: { "content-type": answer.headers.get("content-type") ?? "" },
	});
}

/** Sends everything up to the middle of the first content block, then stalls. */
function halfOf(body: string, onStalled: () => void): ReadableStream<Uint8Array> {
	const cut = body.indexOf('"content_block_delta"') + 30;
	return new ReadableStream({
		start(controller) {
			controller.enqueue(new TextEncoder().encode(body.slice(0, cut)));
			onStalled();
		},
	});
}
