import type { AnyMessage, JsonRpcId, Stream } from "@agentclientprotocol/sdk/unstable";

/** A client that has left does not wait longer than this for what it asked. */
const patienceMs = 5000;

/** A connection closes with its input; this one ends only when what was asked for is answered. */
export function closeWhenAnswered(stream: Stream, onEnd: () => Promise<void>): Stream {
	const waiting = new Set<JsonRpcId>();
	let drained = () => {};
	const settle = () => {
		if (waiting.size === 0) drained();
	};
	const requests = new TransformStream<AnyMessage, AnyMessage>({
		transform(message, controller) {
			if ("method" in message && "id" in message) waiting.add(message.id);
			controller.enqueue(message);
		},
		async flush() {
			const { promise, resolve } = Promise.withResolvers<void>();
			drained = resolve;
			await onEnd();
			settle();
			await Promise.race([promise, Bun.sleep(patienceMs)]);
		},
	});
	const writer = stream.writable.getWriter();
	const answers = new WritableStream<AnyMessage>({
		async write(message) {
			await writer.write(message);
			if (!("method" in message) && "id" in message) waiting.delete(message.id);
			settle();
		},
	});
	return { readable: stream.readable.pipeThrough(requests), writable: answers };
}
