import type { Socket } from "node:net";
import { join } from "node:path";
import { removeOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { killTree, type TreeRoot, treeRoot } from "@oh-my-pi/pi-natives/process/process-tree";
import { StdioProcess } from "@oh-my-pi/pi-natives/process/stdio-process";
import { type ScratchFolder, scratchFolder } from "@oh-my-pi/pi-natives/scratch-folder";
import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { DapError } from "../protocol/dap-error.ts";
import type { AdapterLink, Channel, ChannelHandlers } from "./channel.ts";
import { placeholders } from "./placeholders.ts";
import { type AdapterListener, connectSocket, listenForAdapter, reservePort, socketChannel } from "./socket-channel.ts";

/**
 * `stdio`: over its standard streams. `tcp`: it listens on a port. `socket`: it listens on a Unix socket, or connects to us. Its
 * arguments have placeholders for the address.
 */
export type ConnectMode = "stdio" | "tcp" | "socket";

export interface AdapterStart {
	/** For messages. */
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	readonly connectMode: ConnectMode;
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** `NAME=value` in `env`, by which all that the adapter starts is found. */
	readonly mark: string;
	/** What it writes to its standard streams, where these are not the connection. */
	readonly onOutput: (text: string) => void;
	/** It has ended by itself. */
	readonly onEnd: (reason: DapError) => void;
}

const connectTimeoutMs = 10_000;
const killGraceMs = 500;
const maxLogChars = 16 * 1024;
const maxShownLog = 2000;

/** The process of an adapter, and the ways to talk to it. Closing it kills everything it has started. */
export class AdapterProcess implements AdapterLink {
	readonly #start: AdapterStart;
	readonly #process: StdioProcess;
	readonly #root: TreeRoot;
	readonly #address: Address;
	readonly #ended = new AbortController();
	#handlers: ChannelHandlers | undefined;
	#log = "";
	#hasConnected = false;
	#closing: Promise<void> | undefined;

	private constructor(start: AdapterStart, address: Address) {
		const { command, args, connectMode, cwd, env } = start;
		this.#start = start;
		this.#address = address;
		const words = args.map((arg) => fillIn(arg, address));
		const decoder = new TextDecoder();
		const line = connectMode === "stdio" ? { command, args: words } : withPlainOutput(command, words);
		this.#process = new StdioProcess({
			...line,
			cwd,
			env,
			onData: (chunk) => {
				if (connectMode === "stdio") this.#handlers?.onData(chunk);
				else this.#takeOutput(decoder.decode(chunk, { stream: true }));
			},
			onEnd: (reason) => this.#end(reason),
		});
		this.#root = { ...treeRoot(this.#process.pid), mark: { variable: start.mark } };
	}

	/** Throws when it cannot be started. */
	static async start(start: AdapterStart): Promise<AdapterProcess> {
		const address = await makeAddress(start);
		try {
			return new AdapterProcess(start, address);
		} catch (error) {
			await closeAddress(address);
			throw new DapError("start", `DAP adapter ${start.name}: ${errorMessage(error)}`, { cause: error });
		}
	}

	get pid(): number {
		return this.#process.pid;
	}

	/** Whether it takes more than one connection. */
	get isServer(): boolean {
		return this.#address.kind === "tcp" || this.#address.kind === "unix";
	}

	/** Waits at most ten seconds for an adapter to listen or to call back. */
	async connect(handlers: ChannelHandlers, signal?: AbortSignal): Promise<Channel> {
		if (this.#hasConnected && !this.isServer) throw new DapError("unsupported", "it takes one connection only");
		this.#hasConnected = true;
		if (this.#address.kind === "stdio") {
			this.#handlers = handlers;
			return { send: (data) => this.#process.send(data), close: () => void this.close() };
		}
		const timeout = AbortSignal.timeout(connectTimeoutMs);
		const signals = [timeout, this.#ended.signal, ...(signal ? [signal] : [])];
		try {
			return socketChannel(await this.#openSocket(AbortSignal.any(signals)), handlers);
		} catch (error) {
			if (this.#ended.signal.aborted) throw this.#ended.signal.reason;
			if (!timeout.aborted) throw error;
			throw new DapError("timeout", `DAP adapter ${this.#start.name} did not listen within ${connectTimeoutMs}ms`);
		}
	}

	/** Resolves when it and everything it has started are gone. */
	close(): Promise<void> {
		this.#closing ??= this.#close();
		return this.#closing;
	}

	#openSocket(signal: AbortSignal): Promise<Socket> {
		const address = this.#address;
		switch (address.kind) {
			case "tcp":
				return connectSocket({ host: "127.0.0.1", port: address.port }, signal);
			case "unix":
				return connectSocket({ path: address.path }, signal);
			case "call-back":
				return raceAbort(address.listener.accepted, signal);
			case "stdio":
				throw new Error("It has no socket");
		}
	}

	async #close(): Promise<void> {
		await this.#process.close();
		// The program that is debugged may have left the adapter's process group and be nobody's child by now.
		await killTree(this.#root, { graceMs: killGraceMs });
		await closeAddress(this.#address);
	}

	#takeOutput(text: string): void {
		this.#log = (this.#log + text).slice(-maxLogChars);
		this.#start.onOutput(text);
	}

	#end(reason: string): void {
		const error = new DapError("ended", endText(this.#start.name, reason, this.#process.stderr || this.#log));
		this.#ended.abort(error);
		this.#handlers?.onEnd(error.message);
		this.#start.onEnd(error);
	}
}

type Address =
	| { readonly kind: "stdio" }
	| { readonly kind: "tcp"; readonly port: number }
	| { readonly kind: "unix"; readonly path: string; readonly folder: ScratchFolder }
	| { readonly kind: "call-back"; readonly listener: AdapterListener };

async function makeAddress({ connectMode, args }: AdapterStart): Promise<Address> {
	if (connectMode === "stdio") return { kind: "stdio" };
	if (connectMode === "tcp") return { kind: "tcp", port: await reservePort() };
	if (args.some((arg) => arg.includes(placeholders.clientAddress))) {
		return { kind: "call-back", listener: await listenForAdapter() };
	}
	const folder = await scratchFolder();
	removeOnExit(folder.path);
	return { kind: "unix", path: join(folder.path, "adapter.sock"), folder };
}

async function closeAddress(address: Address): Promise<void> {
	if (address.kind === "unix") await address.folder[Symbol.asyncDispose]();
	if (address.kind === "call-back") await address.listener[Symbol.asyncDispose]();
}

function fillIn(arg: string, address: Address): string {
	switch (address.kind) {
		case "stdio":
			return arg;
		case "tcp":
			return arg.replaceAll(placeholders.port, String(address.port));
		case "unix":
			return arg.replaceAll(placeholders.socket, address.path);
		case "call-back":
			return arg.replaceAll(placeholders.clientAddress, `127.0.0.1:${address.listener.port}`);
	}
}

/** A program that is debugged may share the adapter's streams: it must not wait for input, and its errors are output, too. */
function withPlainOutput(command: string, args: readonly string[]) {
	return { command: "/bin/sh", args: ["-c", 'exec "$@" </dev/null 2>&1', "sh", command, ...args] };
}

function endText(name: string, reason: string, log: string): string {
	const status = /^it exited with (.+)$/.exec(reason)?.[1];
	const what = status ? `DAP adapter exited (${status})` : `DAP adapter ${name} ended: ${reason}`;
	const text = log.trim().slice(-maxShownLog);
	return text === "" ? what : `${what}: ${text}`;
}
