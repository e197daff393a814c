/** Responds like a server: the bytes in the given chunks, one read each. */
export function deliver(pieces: readonly Uint8Array[], init: ResponseInit & { contentType: string }): Response {
	const queue = [...pieces];
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			const piece = queue.shift();
			if (piece) controller.enqueue(piece);
			else controller.close();
		},
	});
	return new Response(body, { ...init, headers: { "content-type": init.contentType, ...init.headers } });
}

/** Sends the chunks and then stalls until the reader gives up. */
export function deliverAndStall(pieces: readonly Uint8Array[], contentType: string): Response {
	const queue = [...pieces];
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const piece = queue.shift();
			if (piece) controller.enqueue(piece);
			else await new Promise<never>(() => {});
		},
	});
	return new Response(body, { headers: { "content-type": contentType } });
}

/** Sends the chunks and then breaks the connection. */
export function deliverAndBreak(pieces: readonly Uint8Array[], contentType: string): Response {
	const queue = [...pieces];
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			const piece = queue.shift();
			if (piece) controller.enqueue(piece);
			else controller.error(new Error("socket hang up"));
		},
	});
	return new Response(body, { headers: { "content-type": contentType } });
}

export function cutAt(bytes: Uint8Array, offset: number): Uint8Array[] {
	return [bytes.subarray(0, offset), bytes.subarray(offset)];
}

export function cutEvery(bytes: Uint8Array, size: number): Uint8Array[] {
	const pieces: Uint8Array[] = [];
	for (let offset = 0; offset < bytes.length; offset += size) pieces.push(bytes.subarray(offset, offset + size));
	return pieces;
}
