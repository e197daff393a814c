import { CFunction, dlopen, type Pointer, ptr, read, toArrayBuffer } from "bun:ffi";
import { closeSync, readSync, writeSync } from "node:fs";
import { BoxError } from "../../box-error.ts";
import { machineCode } from "../machine-code/machine-code.data.ts";
import type { Program } from "./program.ts";
import { type Architecture, type CallName, callNumber } from "./system-calls.data.ts";

/** System calls by hand. */
export interface Kernel {
	readonly architecture: Architecture;
	/** The result, or the negative errno. */
	call(name: CallName, ...args: readonly (number | bigint | Uint8Array)[]): number;
}

/** A step of a program that the kernel refused. */
export interface FailedStep {
	readonly purpose: string;
	readonly errno: number;
}

export function openKernel(): Kernel {
	const architecture = process.arch;
	if (architecture !== "x64" && architecture !== "arm64")
		throw new Error(`No box on ${architecture}: it knows x64 and arm64`);
	const { syscall, __errno_location } = openLibc().symbols;
	return {
		architecture,
		call(name, ...args) {
			const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n] = args.map(toNumber);
			const number = callNumber(name, architecture);
			if (number < 0) return -38;
			const result = Number(syscall(BigInt(number), a, b, c, d, e, f));
			return result === -1 ? -read.i32(pointer(__errno_location())) : result;
		},
	};
}

/** Goes through the list; `undefined` at its end. */
export type Runner = (program: Program) => FailedStep | undefined;

/** In machine code, since JavaScript cannot run in a process that was forked. Compiling C for it would take 11 ms. */
export function loadRunner(kernel: Kernel): Runner {
	const code = Buffer.from(machineCode.runProgram[kernel.architecture], "base64");
	const address = kernel.call("mmap", 0, code.length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (address < 0) throw new BoxError("No memory for the code that runs after a fork", -address);
	const memory = address as Pointer;
	new Uint8Array(toArrayBuffer(memory, 0, code.length)).set(code);
	const protectedResult = kernel.call("mprotect", address, code.length, PROT_READ | PROT_EXEC);
	if (protectedResult < 0) throw new BoxError("The code that runs after a fork may not be run", -protectedResult);
	const run = CFunction({ ptr: memory, args: ["ptr", "ptr"], returns: "i64" });
	return (program) => {
		const { steps, values } = program.encode();
		if (Number(run(ptr(steps), ptr(values))) === 0) return undefined;
		return { purpose: program.purposeOf(Number(values[0])), errno: Number(values[1]) };
	};
}

/** A file that is only in memory, open until the next program. */
export function memoryFile(kernel: Kernel, name: string, content: Uint8Array): number {
	const descriptor = kernel.call("memfdCreate", Buffer.from(`${name}\0`), MFD_CLOEXEC);
	if (descriptor < 0) throw new BoxError(`${name} could not be kept in memory`, -descriptor);
	writeSync(descriptor, content);
	return descriptor;
}

export interface Pipe {
	readonly read: number;
	readonly write: number;
}

export function openPipe(kernel: Kernel): Pipe {
	const ends = new Int32Array(2);
	const result = kernel.call("pipe2", new Uint8Array(ends.buffer), O_CLOEXEC);
	if (result < 0) throw new BoxError("A pipe could not be made", -result);
	return { read: ends[0] ?? -1, write: ends[1] ?? -1 };
}

/** What a forked process reported before it ended; `undefined` when it became the program. */
export function readFailure(descriptor: number, program: Program): FailedStep | undefined {
	const report = Buffer.alloc(16);
	const size = readSync(descriptor, report);
	closeSync(descriptor);
	if (size !== report.length) return undefined;
	return { purpose: program.purposeOf(Number(report.readBigInt64LE(0))), errno: Number(report.readBigInt64LE(8)) };
}

function openLibc() {
	const names = ["libc.so.6", `libc.musl-${process.arch === "x64" ? "x86_64" : "aarch64"}.so.1`];
	for (const name of names) {
		try {
			return dlopen(name, {
				syscall: { args: ["i64", "i64", "i64", "i64", "i64", "i64", "i64"], returns: "i64" },
				__errno_location: { args: [], returns: "ptr" },
			});
		} catch {
			// Another libc: try the next.
		}
	}
	throw new Error(`None of ${names.join(", ")} could be loaded`);
}

function toNumber(value: number | bigint | Uint8Array): bigint {
	if (typeof value === "bigint") return value;
	return BigInt(typeof value === "number" ? value : ptr(value));
}

function pointer(value: Pointer | bigint | null): Pointer {
	if (value === null || typeof value === "bigint") throw new Error("libc gave no place for errno");
	return value;
}

const MAP_ANONYMOUS = 0x20;
const MAP_PRIVATE = 2;
const MFD_CLOEXEC = 1;
const O_CLOEXEC = 0x80000;
const PROT_EXEC = 4;
const PROT_READ = 1;
const PROT_WRITE = 2;
