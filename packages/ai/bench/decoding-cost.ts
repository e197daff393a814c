import type { AssistantMessage } from "../src/message.ts";
import type { Model } from "../src/model/model.ts";
import { builtInProtocols } from "../src/protocols/protocols.ts";
import { createStream } from "../src/stream/stream.ts";
import { sseReader } from "../src/transport/framing/sse.ts";

const networkPieceBytes = 16_384;

/** Decodes the answer once and returns the CPU time in milliseconds. */
export async function decodingCost(
	model: Model,
	bytes: Uint8Array,
): Promise<{ cpuMs: number; message: AssistantMessage }> {
	const stream = createStream({
		host: { now: () => 0, env: {} },
		protocols: builtInProtocols,
		fetch: async () => new Response(inPieces(bytes)),
	});
	const context = { messages: [{ role: "user" as const, content: "go", timestamp: 0 }] };
	const begin = process.cpuUsage();
	const answer = stream(model, context, { apiKey: "k" });
	for await (const _event of answer) {
		// Consume each event as it comes, like the agent.
	}
	const message = await answer.result();
	return { cpuMs: cpuMsSince(begin), message };
}

/** The cost of reading the frames alone. */
export function rawReadCost(bytes: Uint8Array): number {
	const reader = sseReader();
	const begin = process.cpuUsage();
	for (let offset = 0; offset < bytes.length; offset += networkPieceBytes) {
		reader.push(bytes.subarray(offset, offset + networkPieceBytes));
	}
	reader.end();
	return cpuMsSince(begin);
}

/** The minimum of several runs; the others include garbage collection. */
export async function measureFastest(runs: number, measure: () => Promise<number> | number): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let run = 0; run < runs; run++) least = Math.min(least, await measure());
	return least;
}

function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
	let offset = 0;
	return new ReadableStream<Uint8Array>({
		pull(controller) {
			if (offset >= bytes.length) controller.close();
			else controller.enqueue(bytes.slice(offset, offset + networkPieceBytes));
			offset += networkPieceBytes;
		},
	});
}

function cpuMsSince(begin: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(begin);
	return (user + system) / 1000;
}
