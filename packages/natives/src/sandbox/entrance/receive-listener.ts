import { ptr } from "bun:ffi";
import { chmodSync, rmSync } from "node:fs";
import { BoxError } from "../box-error.ts";
import { type Kernel, openKernel } from "../linux/kernel/kernel.ts";
import { ForeignNetwork } from "../linux/network/foreign-network.ts";
import { descriptorSocket, unixAddress } from "../linux/network/hand-over.ts";

/**
 * Waits at the `socket` of a policy for listeners that boxes make in their network. `onListener` is given a descriptor, for
 * `net.createServer().listen({ fd })`; connections to it come from inside, and what answers them is outside. It is also given the
 * way back, from outside to servers inside. Linux only.
 */
export function receiveListeners(
	socket: string,
	onListener: (descriptor: number, network: ForeignNetwork) => void,
): Disposable {
	const kernel = openKernel();
	const courier = openCourier(kernel, descriptorSocket(socket));
	rmSync(socket, { force: true });
	const bell = Bun.listen({
		unix: socket,
		socket: {
			open(connection) {
				for (let some = receive(kernel, courier); some !== undefined; some = receive(kernel, courier)) {
					const [listener, ...sockets] = some;
					if (listener !== undefined) onListener(listener, new ForeignNetwork(kernel, sockets));
				}
				connection.end();
			},
			data() {},
		},
	});
	chmodSync(socket, 0o600);
	return {
		[Symbol.dispose]() {
			bell.stop(true);
			kernel.call("close", courier);
			for (const path of [socket, descriptorSocket(socket)]) rmSync(path, { force: true });
		},
	};
}

function openCourier(kernel: Kernel, path: string): number {
	rmSync(path, { force: true });
	const courier = kernel.call("socket", AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (courier < 0) throw new BoxError("A socket could not be made", -courier);
	const address = unixAddress(path);
	const bound = kernel.call("bind", courier, address, address.length);
	if (bound < 0) throw new BoxError(`${path} could not be made`, -bound);
	chmodSync(path, 0o600);
	return courier;
}

/** The descriptors that have arrived next. */
function receive(kernel: Kernel, courier: number): readonly number[] | undefined {
	const [content, control] = [new Uint8Array(8), Buffer.alloc(controlHeader + maxDescriptors * 4)];
	const vector = new BigUint64Array([BigInt(ptr(content)), BigInt(content.length)]);
	const header = new BigUint64Array([
		0n,
		0n,
		BigInt(ptr(vector)),
		1n,
		BigInt(ptr(control)),
		BigInt(control.length),
		0n,
	]);
	const size = kernel.call("recvmsg", courier, new Uint8Array(header.buffer), MSG_CMSG_CLOEXEC);
	if (size < 0) return undefined;
	if (control.readInt32LE(12) !== SCM_RIGHTS) return [];
	const count = (Number(control.readBigUInt64LE(0)) - controlHeader) / 4;
	return Array.from({ length: count }, (_, index) => control.readInt32LE(controlHeader + index * 4));
}

const controlHeader = 16;
const maxDescriptors = 8;
const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const SOCK_NONBLOCK = 0x800;
const SOCK_CLOEXEC = 0x80000;
const SCM_RIGHTS = 1;
const MSG_CMSG_CLOEXEC = 0x40000000;
