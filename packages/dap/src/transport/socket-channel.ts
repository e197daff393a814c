import { connect, createServer, type Server, type Socket } from "node:net";
import { raceAbort, sleep } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Channel, ChannelHandlers } from "./channel.ts";

/** Where an adapter listens. */
export type SocketAddress = { readonly path: string } | { readonly host: string; readonly port: number };

const retryMs = 50;
/** What may wait for an adapter that does not read. */
const maxUnsentBytes = 64 * 1024 * 1024;

/** Tries again until the adapter listens. Rejects with the signal's reason. */
export async function connectSocket(address: SocketAddress, signal: AbortSignal): Promise<Socket> {
	for (;;) {
		signal.throwIfAborted();
		try {
			return await connectOnce(address, signal);
		} catch {
			// It does not listen yet.
			await sleep(retryMs, { signal });
		}
	}
}

export async function connectOnce(address: SocketAddress, signal: AbortSignal): Promise<Socket> {
	const socket = connect({ ...address });
	const connected = new Promise<void>((resolve, reject) => {
		socket.once("error", reject);
		socket.once("connect", () => {
			socket.off("error", reject);
			resolve();
		});
	});
	try {
		await raceAbort(connected, signal);
		return socket;
	} catch (error) {
		socket.on("error", () => {});
		socket.destroy();
		throw error;
	}
}

/** Talks over a socket that is connected. */
export function socketChannel(socket: Socket, { onData, onEnd }: ChannelHandlers): Channel {
	let isOver = false;
	const end = (reason: string) => {
		if (isOver) return;
		isOver = true;
		socket.destroy();
		onEnd(reason);
	};
	socket.setNoDelay(true);
	socket.on("error", (error) => end(error.message));
	socket.on("close", () => end("it closed the connection"));
	socket.on("data", (chunk: Uint8Array) => {
		try {
			if (!isOver) onData(chunk);
		} catch (error) {
			end(errorMessage(error));
		}
	});
	return {
		send(data) {
			if (isOver) return false;
			socket.write(data);
			if (socket.writableLength > maxUnsentBytes) end("it does not read what is sent to it");
			return !isOver;
		},
		close() {
			isOver = true;
			socket.destroy();
		},
	};
}

/** A free port of the loopback interface. Somebody else may take it before the adapter does. */
export async function reservePort(): Promise<number> {
	await using listener = await listenForAdapter();
	return listener.port;
}

export interface AdapterListener extends AsyncDisposable {
	readonly port: number;
	/** The first connection; no other is accepted. */
	readonly accepted: Promise<Socket>;
}

/** Waits on the loopback interface for an adapter that calls back. */
export async function listenForAdapter(): Promise<AdapterListener> {
	const { promise: accepted, resolve } = Promise.withResolvers<Socket>();
	const server: Server = createServer((socket) => {
		server.close();
		resolve(socket);
	});
	await new Promise<void>((listening, reject) => {
		server.once("error", reject);
		server.listen({ host: "127.0.0.1", port: 0, exclusive: true }, listening);
	});
	const address = server.address();
	return {
		port: typeof address === "object" && address ? address.port : 0,
		accepted,
		async [Symbol.asyncDispose]() {
			server.close();
		},
	};
}
