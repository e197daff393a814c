import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { findProgram } from "../find-program.ts";
import { findShippedFile, ripgrepFile, type ShippedFile } from "../shipped-file.ts";

export interface RipgrepOptions {
	readonly cwd: string;
	readonly signal: AbortSignal;
	readonly onData: (bytes: Uint8Array) => void;
}

export interface RipgrepEnd {
	/** 0 when something was found, 1 when nothing was, 2 on errors. */
	readonly exitCode: number;
	/** The beginning of stderr. */
	readonly errors: string;
}

export interface Ripgrep {
	/** Rejects with the signal's reason when aborted. */
	run(args: readonly string[], options: RipgrepOptions): Promise<RipgrepEnd>;
}

const maxErrorBytes = 8 * 1024;

/** `cacheFolder` is where a compiled executable may extract ripgrep. */
export function localRipgrep(options: { searchPath?: string | undefined; cacheFolder?: string | undefined }): Ripgrep {
	let program: string | undefined;
	return {
		async run(args, runOptions) {
			program ??= findRipgrep(options);
			return run([program, "--no-config", "--color=never", ...args], runOptions);
		},
	};
}

async function run(command: readonly string[], { cwd, signal, onData }: RipgrepOptions): Promise<RipgrepEnd> {
	signal.throwIfAborted();
	const child = Bun.spawn([...command], { cwd, env: {}, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
	const stop = () => child.kill("SIGKILL");
	signal.addEventListener("abort", stop, { once: true });
	try {
		const [errors] = await Promise.all([firstBytes(child.stderr), pass(child.stdout, onData), child.exited]);
		signal.throwIfAborted();
		return { exitCode: child.exitCode ?? 2, errors };
	} catch (error) {
		if (!isAbort(error)) stop();
		throw signal.aborted ? signal.reason : error;
	} finally {
		signal.removeEventListener("abort", stop);
	}
}

async function pass(stream: ReadableStream<Uint8Array>, onData: (bytes: Uint8Array) => void): Promise<void> {
	for await (const bytes of stream) onData(bytes);
}

/** Drains the stream, because a full pipe would block the program, but keeps only the beginning. */
async function firstBytes(stream: ReadableStream<Uint8Array>): Promise<string> {
	const kept: Uint8Array[] = [];
	let bytesKept = 0;
	for await (const bytes of stream) {
		if (bytesKept < maxErrorBytes) kept.push(bytes);
		bytesKept += bytes.length;
	}
	return Buffer.concat(kept).subarray(0, maxErrorBytes).toString();
}

/** The ripgrep that ships with omp, else one on the search path. */
function findRipgrep(options: { searchPath?: string | undefined; cacheFolder?: string | undefined }): string {
	const shipped = findShippedFile(ripgrepFile());
	const runnable = shipped && (shipped.path ?? unpacked(shipped, options.cacheFolder));
	const found = runnable ?? findProgram("rg", options.searchPath);
	if (!found) throw new Error("Searching needs ripgrep: install it so that `rg` is on the PATH");
	return found;
}

/** An embedded program cannot be started, so it is unpacked into a folder, under a name with its hash. */
function unpacked(shipped: ShippedFile, cacheFolder: string | undefined): string | undefined {
	if (cacheFolder === undefined) return undefined;
	const path = join(cacheFolder, shipped.name);
	if (existsSync(path)) return path;
	mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
	const temporary = `${path}.${crypto.randomUUID()}`;
	writeFileSync(temporary, shipped.bytes());
	chmodSync(temporary, 0o700);
	renameSync(temporary, path);
	return path;
}
