import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";

/** Where a reply stalls. */
export type StallPlace = "before-headers" | "after-headers" | "between-events" | "mid-event";

/** Behavior for one request. */
export type StallStep =
	| { readonly stall: StallPlace }
	/** Thinks a little, then fails with a transient error. */
	| { readonly fails: string }
	| { readonly says: string }
	| { readonly calls: string; readonly with: object };

export interface StallingModel extends AsyncDisposable {
	readonly requests: ReadonlyArray<{ messages: Array<{ role: string; content: unknown }> }>;
}

/** Configures a stalling model for a project. */
export async function stallingModel(omp: OmpProject, steps: readonly StallStep[]): Promise<StallingModel> {
	const requests: Array<{ messages: Array<{ role: string; content: unknown }> }> = [];
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		idleTimeout: 0,
		async fetch(request) {
			requests.push(await request.json());
			const step = steps[requests.length - 1];
			if (!step) return new Response("no more steps", { status: 400 });
			if ("stall" in step && step.stall === "before-headers") return new Promise<Response>(() => {});
			return new Response(bodyOf(step), { headers: { "content-type": "text/event-stream" } });
		},
	});
	await omp.home.write(
		".omp/agent/models.yml",
		[
			"providers:",
			"  stalling:",
			`    baseUrl: http://127.0.0.1:${server.port}`,
			"    apiKey: ACME_KEY",
			"    api: anthropic-messages",
			"    models:",
			"      - { id: s-1, name: Stalling, contextWindow: 200000, maxTokens: 8192 }",
			"",
		].join("\n"),
	);
	return {
		requests,
		async [Symbol.asyncDispose]() {
			await server.stop(true);
		},
	};
}

function bodyOf(step: StallStep): ReadableStream<Uint8Array> {
	return new ReadableStream({
		start(controller) {
			const write = (text: string) => controller.enqueue(new TextEncoder().encode(text));
			if ("stall" in step && step.stall === "after-headers") return write(": hello\n\n");
			if ("fails" in step) {
				for (const event of failingEvents(step.fails)) write(event);
				return controller.close();
			}
			const events =
				"stall" in step ? textEvents("Working on it") : "says" in step ? textEvents(step.says) : callEvents(step);
			if (!("stall" in step)) {
				for (const event of events) write(event);
				return controller.close();
			}
			for (const event of events.slice(0, 3)) write(event);
			if (step.stall === "mid-event") write(events[3]?.slice(0, 60) ?? "");
		},
	});
}

function sse(event: { type: string } & Record<string, unknown>): string {
	return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

const opening = sse({
	type: "message_start",
	message: { id: "msg_1", role: "assistant", content: [], model: "s-1", usage: { input_tokens: 10, output_tokens: 1 } },
});

function closing(stopReason: string): string[] {
	return [
		sse({ type: "content_block_stop", index: 0 }),
		sse({ type: "message_delta", delta: { stop_reason: stopReason }, usage: { output_tokens: 5 } }),
		sse({ type: "message_stop" }),
	];
}

function textEvents(text: string): string[] {
	const deltas = text.split(/(?<= )/).map((word) => ({ type: "text_delta", text: word }));
	return [
		opening,
		sse({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
		...deltas.map((delta) => sse({ type: "content_block_delta", index: 0, delta })),
		...closing("end_turn"),
	];
}

function failingEvents(type: string): string[] {
	const delta = { type: "thinking_delta", thinking: "hmm" };
	return [
		opening,
		sse({ type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } }),
		sse({ type: "content_block_delta", index: 0, delta }),
		sse({ type: "error", error: { type, message: "Overloaded" } }),
	];
}

function callEvents(step: { readonly calls: string; readonly with: object }): string[] {
	const delta = { type: "input_json_delta", partial_json: JSON.stringify(step.with) };
	const block = { type: "tool_use", id: "toolu_1", name: step.calls, input: {} };
	return [
		opening,
		sse({ type: "content_block_start", index: 0, content_block: block }),
		sse({ type: "content_block_delta", index: 0, delta }),
		...closing("tool_use"),
	];
}
