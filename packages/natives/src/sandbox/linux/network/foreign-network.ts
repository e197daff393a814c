import { BoxError } from "../../box-error.ts";
import type { Kernel } from "../kernel/kernel.ts";

export type InternetFamily = "ipv4" | "ipv6";

/**
 * Makes connections in a network that this process is not in. A socket stays in the network that it was made in, and so does one
 * that it accepts: of two sockets that were made inside, one calls the other, and what that accepts is taken apart again and serves
 * for a connection of ours. None of this waits.
 */
export class ForeignNetwork implements Disposable {
	readonly #kernel: Kernel;
	readonly #sockets: readonly number[];

	/** Two unconnected sockets for IPv4, and two for IPv6 where the machine has it. */
	constructor(kernel: Kernel, sockets: readonly number[]) {
		this.#kernel = kernel;
		this.#sockets = sockets;
	}

	/** A descriptor that is connected to a port of the loopback inside, or is about to be. Throws when nobody listens there. */
	connect(port: number, family: InternetFamily): number {
		const made = this.#makeSocket(family);
		const address = loopback(family, port);
		const result = this.#kernel.call("connect", made, address, address.length);
		// On a loopback a refusal is there at once.
		const error = result === 0 || result === -EINPROGRESS ? this.#takeError(made) : -result;
		if (error === 0) return made;
		this.#kernel.call("close", made);
		throw new BoxError(`Port ${port} of the sandbox could not be reached`, error);
	}

	[Symbol.dispose](): void {
		for (const socket of this.#sockets) this.#kernel.call("close", socket);
	}

	#makeSocket(family: InternetFamily): number {
		const kernel = this.#kernel;
		const [called, caller] = this.#sockets.slice(family === "ipv4" ? 0 : 2);
		if (called === undefined || caller === undefined) throw new BoxError("The sandbox has no IPv6");
		const own = Buffer.alloc(28);
		const size = Buffer.alloc(4);
		size.writeUInt32LE(own.length);
		this.#check("listen", kernel.call("listen", called, 1));
		try {
			this.#check("getsockname", kernel.call("getsockname", called, own, size));
			const address = loopback(family, own.readUInt16BE(2));
			const result = kernel.call("connect", caller, address, address.length);
			if (result !== -EINPROGRESS) this.#check("connect", result);
			const made = kernel.call("accept4", called, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
			this.#check("accept4", made);
			this.#disconnect(caller);
			this.#disconnect(made);
			return made;
		} finally {
			this.#disconnect(caller);
			kernel.call("shutdown", called, SHUT_RDWR);
		}
	}

	/** It can be connected again then. That it was cut off is no error of the next connection. */
	#disconnect(socket: number): void {
		const unspecified = new Uint8Array(16);
		this.#kernel.call("connect", socket, unspecified, unspecified.length);
		this.#takeError(socket);
	}

	#takeError(socket: number): number {
		const [error, size] = [Buffer.alloc(4), new Uint8Array([4, 0, 0, 0])];
		this.#kernel.call("getsockopt", socket, SOL_SOCKET, SO_ERROR, error, size);
		return error.readInt32LE(0);
	}

	#check(step: string, result: number): void {
		if (result < 0) throw new BoxError(`A socket of the sandbox's network could not be made: ${step} failed`, -result);
	}
}

function loopback(family: InternetFamily, port: number): Uint8Array {
	const bytes = Buffer.alloc(family === "ipv4" ? 16 : 28);
	bytes.writeUInt16LE(family === "ipv4" ? AF_INET : AF_INET6, 0);
	bytes.writeUInt16BE(port, 2);
	if (family === "ipv4") bytes.set([127, 0, 0, 1], 4);
	else bytes[23] = 1;
	return bytes;
}

const AF_INET = 2;
const AF_INET6 = 10;
const EINPROGRESS = 115;
const SHUT_RDWR = 2;
const SOCK_CLOEXEC = 0x80000;
const SOCK_NONBLOCK = 0x800;
const SOL_SOCKET = 1;
const SO_ERROR = 4;
