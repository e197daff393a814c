import { existsSync } from "node:fs";
import type { Program } from "../kernel/program.ts";

/** Where descriptors arrive; a connection to the socket itself says that one has. */
export const descriptorSocket = (socket: string) => `${socket}.fd`;

/**
 * The steps, in the network of the box, that listen on a port of its loopback and hand the listener to whoever owns `socket`
 * outside, along with sockets that are not connected yet, two of each kind that the machine knows (`ForeignNetwork`). A port that
 * is taken was handed over by an earlier entrance.
 */
export function addHandOver(
	program: Program,
	{ port, socket }: { readonly port: number; readonly socket: string },
): void {
	const [listener, courier, bell, done] = [program.slot(), program.slot(), program.slot(), program.label()];
	const purpose = "the listener for the proxy";
	program.call("socket", [AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0], { into: listener, purpose });
	program.call("bind", [listener, loopbackAddress(port), 16], { onError: done });
	program.call("listen", [listener, backlog], { purpose });
	const kinds = existsSync("/proc/net/if_inet6") ? [AF_INET, AF_INET, AF_INET6, AF_INET6] : [AF_INET, AF_INET];
	const sockets = kinds.map((kind) => {
		const made = program.slot();
		program.call("socket", [kind, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0], {
			into: made,
			purpose: "sockets of the network",
		});
		return made;
	});
	const passed = [listener, ...sockets].map((made, index) => {
		program.call("dup3", [made, passedDescriptor + index, SOCK_CLOEXEC], { purpose });
		return passedDescriptor + index;
	});
	program.call("socket", [AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0], { into: courier, purpose });
	const address = unixAddress(descriptorSocket(socket));
	program.call("sendmsg", [courier, message(program, address, passed), 0], {
		purpose: `${purpose}, sent to ${socket}`,
	});
	program.call("socket", [AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0], { into: bell, purpose });
	const own = unixAddress(socket);
	program.call("connect", [bell, own, own.length], { purpose: `${purpose}, announced to ${socket}` });
	for (const descriptor of [bell, courier, listener, ...sockets, ...passed]) program.call("close", [descriptor]);
	program.place(done);
}

/** `struct msghdr` with one byte and descriptors. */
function message(program: Program, address: Uint8Array, descriptors: readonly number[]): Uint8Array {
	const content = program.copy(new Uint8Array([1]));
	const vector = new Uint8Array(new BigUint64Array([BigInt(content), 1n]).buffer);
	const length = controlHeader + descriptors.length * 4;
	const control = Buffer.alloc(Math.ceil(length / 8) * 8);
	control.writeBigUInt64LE(BigInt(length), 0);
	control.writeInt32LE(SOL_SOCKET, 8);
	control.writeInt32LE(SCM_RIGHTS, 12);
	descriptors.forEach((descriptor, index) => {
		control.writeInt32LE(descriptor, controlHeader + index * 4);
	});
	const header = new BigUint64Array(7);
	header[0] = BigInt(program.copy(address));
	header[1] = BigInt(address.length);
	header[2] = BigInt(program.copy(vector));
	header[3] = 1n;
	header[4] = BigInt(program.copy(control));
	header[5] = BigInt(control.length);
	return new Uint8Array(header.buffer);
}

export function unixAddress(path: string): Uint8Array {
	const bytes = Buffer.from(`\x01\0${path}\0`);
	if (bytes.length > 110) throw new Error(`The path of a socket may have 107 bytes, and this has more: ${path}`);
	return bytes;
}

function loopbackAddress(port: number): Uint8Array {
	const bytes = Buffer.alloc(16);
	bytes.writeUInt16LE(AF_INET, 0);
	bytes.writeUInt16BE(port, 2);
	bytes.set([127, 0, 0, 1], 4);
	return bytes;
}

const passedDescriptor = 245;
const controlHeader = 16;
const backlog = 512;
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const SOCK_STREAM = 1;
const SOCK_DGRAM = 2;
const SOCK_NONBLOCK = 0x800;
const SOCK_CLOEXEC = 0x80000;
const SOL_SOCKET = 1;
const SCM_RIGHTS = 1;
