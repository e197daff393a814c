import { machineCode } from "../machine-code/machine-code.data.ts";
import type { Architecture } from "./system-calls.data.ts";

/** An executable of a few hundred bytes that waits in place of Bun; see `waiter-x64.S`. */
export function waiterProgram(architecture: Architecture): Uint8Array {
	const code = Buffer.from(machineCode.waiter[architecture], "base64");
	const file = Buffer.alloc(headersSize + code.length);
	file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
	file.writeUInt16LE(2, 16); // an executable
	file.writeUInt16LE(architecture === "x64" ? 62 : 183, 18);
	file.writeUInt32LE(1, 20);
	file.writeBigUInt64LE(address + BigInt(headersSize), 24); // where it starts
	file.writeBigUInt64LE(BigInt(headerSize), 32);
	file.writeUInt16LE(headerSize, 52);
	file.writeUInt16LE(headersSize - headerSize, 54);
	file.writeUInt16LE(1, 56);
	const segment = headerSize;
	file.writeUInt32LE(1, segment); // loaded
	file.writeUInt32LE(5, segment + 4); // to be read and run
	file.writeBigUInt64LE(address, segment + 16);
	file.writeBigUInt64LE(address, segment + 24);
	file.writeBigUInt64LE(BigInt(file.length), segment + 32);
	file.writeBigUInt64LE(BigInt(file.length), segment + 40);
	file.writeBigUInt64LE(0x1000n, segment + 48);
	file.set(code, headersSize);
	return file;
}

const headerSize = 64;
const headersSize = 120;
const address = 0x400000n;
