import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { DapError } from "../protocol/dap-error.ts";
import type { AdapterLink } from "./channel.ts";
import { connectOnce, socketChannel } from "./socket-channel.ts";

export interface ServerAddress {
	readonly host: string;
	readonly port: number;
}

const connectTimeoutMs = 10_000;

/** An adapter that runs already and is not ours to end: a program that waits for a debugger. */
export function remoteAdapter(address: ServerAddress): AdapterLink {
	return {
		isServer: true,
		async connect(handlers, signal) {
			const timeout = AbortSignal.timeout(connectTimeoutMs);
			try {
				const socket = await connectOnce(address, signal ? AbortSignal.any([signal, timeout]) : timeout);
				return socketChannel(socket, handlers);
			} catch (error) {
				signal?.throwIfAborted();
				const place = `${address.host}:${address.port}`;
				throw new DapError("start", `Nothing to debug at ${place}: ${errorMessage(error)}`, { cause: error });
			}
		},
		close: async () => {},
	};
}
