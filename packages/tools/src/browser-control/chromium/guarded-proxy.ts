import { connect, createServer, type Server, type Socket } from "node:net";

/** Says to which addresses a host may be connected; throws when it may not be reached. */
export type AdmitHost = (host: string, port: number) => Promise<readonly string[]>;

export interface GuardedProxy extends AsyncDisposable {
	readonly port: number;
}

/**
 * A SOCKS5 proxy on this machine that connects to the very addresses that were checked. A browser behind it cannot reach others:
 * not by a redirect, a frame, a script, a WebSocket or a name that changes its address.
 */
export async function startProxy(
	admit: AdmitHost,
	{ upstream, onRefused }: { upstream?: string | undefined; onRefused: (host: string, error: unknown) => void },
): Promise<GuardedProxy> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
		void serve(socket, async (host, port) => {
			let addresses: readonly string[];
			try {
				addresses = await admit(host, port);
			} catch (error) {
				onRefused(host, error);
				throw new Refusal(reply.notAllowed);
			}
			try {
				return await (upstream ? connectThrough(new URL(upstream), host, port) : connectToAny(addresses, port));
			} catch (error) {
				const isUnknown = !upstream && addresses.length === 0;
				const isRefused = error instanceof Refusal && error.code === reply.refused;
				const why = isUnknown ? "unknown host" : isRefused ? "connection refused" : "no answer";
				onRefused(host, new Error(`Cannot connect to ${host}:${port}: ${why}`));
				throw error;
			}
		});
	});
	await listening(server);
	server.unref();
	const address = server.address();
	return {
		port: typeof address === "object" && address ? address.port : 0,
		async [Symbol.asyncDispose]() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function listening(server: Server): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", reject).listen(0, "127.0.0.1", resolve);
	});
}

const reply = { done: 0, failed: 1, notAllowed: 2, hostUnreachable: 4, refused: 5, noSuchCommand: 7 } as const;

class Refusal extends Error {
	readonly code: number;
	constructor(code: number) {
		super("refused");
		this.code = code;
	}
}

async function serve(socket: Socket, open: (host: string, port: number) => Promise<Socket>): Promise<void> {
	const input = new ByteReader(socket);
	try {
		const [version, methods = 0] = await input.take(2);
		if (version !== 5) throw new Refusal(reply.failed);
		await input.take(methods);
		socket.write(new Uint8Array([5, 0]));
		const { host, port } = await readRequest(input);
		const target = await open(host, port);
		socket.on("close", () => target.destroy());
		target.on("close", () => socket.destroy()).on("error", () => socket.destroy());
		if (socket.destroyed) return void target.destroy();
		socket.write(answer(reply.done));
		target.write(input.end());
		socket.pipe(target);
		target.pipe(socket);
	} catch (error) {
		socket.end(answer(error instanceof Refusal ? error.code : reply.failed));
	}
}

const answer = (code: number) => new Uint8Array([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);

async function readRequest(input: ByteReader): Promise<{ host: string; port: number }> {
	const [, command, , kind] = await input.take(4);
	if (command !== 1) throw new Refusal(reply.noSuchCommand);
	const host = await readHost(input, kind);
	return { host, port: (await input.take(2)).readUInt16BE(0) };
}

async function readHost(input: ByteReader, kind: number | undefined): Promise<string> {
	if (kind === 1) return (await input.take(4)).join(".");
	if (kind === 3) {
		const [length = 0] = await input.take(1);
		return (await input.take(length)).toString("latin1");
	}
	if (kind !== 4) throw new Refusal(reply.failed);
	const groups = (await input.take(16)).toString("hex").match(/.{4}/g) ?? [];
	return groups.join(":");
}

const connectMs = 10_000;

async function connectToAny(addresses: readonly string[], port: number): Promise<Socket> {
	let failure: unknown = new Refusal(reply.hostUnreachable);
	for (const address of addresses) {
		try {
			return await connectTo(address, port);
		} catch (error) {
			failure = error;
		}
	}
	throw failure;
}

function connectTo(host: string, port: number): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = connect({ host, port });
		const timer = setTimeout(() => {
			socket.destroy();
			reject(new Refusal(reply.hostUnreachable));
		}, connectMs);
		socket.once("connect", () => {
			clearTimeout(timer);
			socket.removeAllListeners("error");
			resolve(socket);
		});
		socket.once("error", (error) => {
			clearTimeout(timer);
			const isRefused = "code" in error && error.code === "ECONNREFUSED";
			reject(new Refusal(isRefused ? reply.refused : reply.hostUnreachable));
		});
	});
}

/** By way of the user's own proxy, which speaks HTTP or SOCKS5. */
async function connectThrough(proxy: URL, host: string, port: number): Promise<Socket> {
	const isSocks = proxy.protocol.startsWith("socks");
	const socket = await connectTo(proxy.hostname.replace(/^\[|\]$/g, ""), Number(proxy.port) || (isSocks ? 1080 : 8080));
	const input = new ByteReader(socket);
	const give = (): Socket => {
		socket.unshift(input.end());
		return socket;
	};
	if (isSocks) {
		socket.write(new Uint8Array([5, 1, 0]));
		await input.take(2);
		const name = Buffer.from(host, "latin1");
		socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, Buffer.from([port >> 8, port & 255])]));
		const [, code = reply.failed, , kind] = await input.take(4);
		if (code !== reply.done) throw new Refusal(code);
		await readHost(input, kind);
		await input.take(2);
		return give();
	}
	const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
	const login = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
	const authorization = proxy.username ? `Proxy-Authorization: Basic ${btoa(login)}\r\n` : "";
	socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`);
	const head = await input.takeThrough("\r\n\r\n");
	if (!/^HTTP\/1\.\d 2\d\d/.test(head)) throw new Refusal(reply.hostUnreachable);
	return give();
}

const maxHead = 16 * 1024;

/** Reads the beginning of a connection piece by piece. */
class ByteReader {
	readonly #socket: Socket;
	#bytes = Buffer.alloc(0);
	#wake = () => {};
	#isOver = false;
	readonly #onData = (bytes: Buffer) => {
		this.#bytes = Buffer.concat([this.#bytes, bytes]);
		this.#wake();
	};
	readonly #onEnd = () => {
		this.#isOver = true;
		this.#wake();
	};

	constructor(socket: Socket) {
		this.#socket = socket;
		socket.on("data", this.#onData).on("close", this.#onEnd).on("end", this.#onEnd);
	}

	async take(count: number): Promise<Buffer> {
		await this.#until(() => this.#bytes.length >= count);
		const taken = this.#bytes.subarray(0, count);
		this.#bytes = this.#bytes.subarray(count);
		return taken;
	}

	async takeThrough(mark: string): Promise<string> {
		await this.#until(() => this.#bytes.includes(mark));
		return (await this.take(this.#bytes.indexOf(mark) + mark.length)).toString("latin1");
	}

	/** What has come but was not asked for. */
	end(): Buffer {
		this.#socket.off("data", this.#onData).off("close", this.#onEnd).off("end", this.#onEnd);
		return this.#bytes;
	}

	async #until(isThere: () => boolean): Promise<void> {
		while (!isThere()) {
			if (this.#isOver || this.#bytes.length > maxHead) throw new Refusal(reply.failed);
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}
}
