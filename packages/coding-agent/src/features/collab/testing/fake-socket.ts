type Sent = string | Uint8Array<ArrayBuffer>;

/** A WebSocket whose other end is the test. */
export interface FakeSocket extends WebSocket {
	readonly sent: readonly Sent[];
	/** The relay has accepted it. */
	accept(): void;
	receive(data: Sent): void;
	drop(code: number): void;
}

/** Makes sockets and keeps them, in order. */
export function fakeSockets() {
	const sockets: FakeSocket[] = [];
	return {
		sockets,
		get last(): FakeSocket {
			const last = sockets.at(-1);
			if (!last) throw new Error("There is no connection");
			return last;
		},
		open(url: string): FakeSocket {
			const socket = fakeSocket(url);
			sockets.push(socket);
			return socket;
		},
	};
}

function fakeSocket(url: string): FakeSocket {
	const sent: Sent[] = [];
	const socket = {
		url,
		readyState: WebSocket.CONNECTING as number,
		bufferedAmount: 0,
		sent,
		send: (data: Sent) => void sent.push(data),
		close() {
			// As one whose other end is gone: nothing answers, so it never says that it is closed.
			socket.readyState = WebSocket.CLOSING;
		},
		accept() {
			socket.readyState = WebSocket.OPEN;
			(socket as unknown as FakeSocket).onopen?.({} as never);
		},
		receive(data: Sent) {
			const sent = typeof data === "string" ? data : data.buffer;
			(socket as unknown as FakeSocket).onmessage?.({ data: sent } as never);
		},
		drop(code: number) {
			socket.readyState = WebSocket.CLOSED;
			(socket as unknown as FakeSocket).onclose?.({ code } as never);
		},
	};
	return socket as unknown as FakeSocket;
}
