import { connect, createServer, type Server, type Socket } from "node:net";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";

/** Gives the addresses of a host that may be reached; throws with the reason when it may not. */
export type AdmitHost = (host: string, port: number, scheme: "http" | "https") => Promise<readonly string[]>;

/**
 * The way of boxed programs to the network: an HTTP proxy that knows the name of each host, and connects to the very addresses
 * that were checked. What is asked of itself goes to servers of omp on this machine that were opened to the box.
 */
export class BoxProxy implements Disposable {
	readonly #admit: AdmitHost;
	readonly #onRefused: (host: string, reason: string) => void;
	readonly #servers = new Set<Server>();
	readonly #sockets = new Set<Socket>();
	readonly #openPorts = new Set<number>();
	#port: number | undefined;

	constructor(admit: AdmitHost, onRefused: (host: string, reason: string) => void) {
		this.#admit = admit;
		this.#onRefused = onRefused;
	}

	/** On a listening socket of another network. */
	answer(fd: number): void {
		this.#server().listen({ fd });
	}

	/** On a port of this machine. */
	listen(): number {
		if (this.#port !== undefined) return this.#port;
		const server = this.#server().listen(0, "127.0.0.1");
		const address = server.address();
		if (typeof address !== "object" || !address)
			throw new Error("The proxy of the sandbox could not listen on 127.0.0.1");
		this.#port = address.port;
		return this.#port;
	}

	/** Lets programs in the box reach a port of omp's own on this machine; gives the path under which the proxy has it. */
	openPort(port: number): string {
		this.#openPorts.add(port);
		return `/omp/${port}`;
	}

	[Symbol.dispose](): void {
		for (const socket of this.#sockets) socket.destroy();
		for (const server of this.#servers) server.close();
	}

	#server(): Server {
		const server = createServer((socket) => {
			this.#sockets.add(socket);
			socket.on("close", () => this.#sockets.delete(socket)).on("error", () => socket.destroy());
			void this.#serve(socket);
		});
		this.#servers.add(server);
		server.on("error", () => server.close());
		server.unref();
		return server;
	}

	async #serve(socket: Socket): Promise<void> {
		const head = await readHead(socket);
		const request = head && parseRequest(head.text);
		if (!head || !request)
			return refuse(socket, 400, "This is the proxy of the sandbox; it takes HTTP proxy requests only");
		try {
			const target = await this.#open(request);
			socket.on("close", () => target.destroy());
			target.on("close", () => socket.destroy()).on("error", () => socket.destroy());
			if (socket.destroyed) return void target.destroy();
			if (request.kind === "tunnel") socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
			else target.write(forwarded(request, head.text));
			if (head.rest.length > 0) target.write(head.rest);
			socket.pipe(target);
			if (request.kind === "tunnel") target.pipe(socket);
			else closeAfterAnswer(target, socket);
		} catch (error) {
			const reason = errorMessage(error);
			const isUnreachable = error instanceof Unreachable;
			this.#onRefused(request.host, reason);
			refuse(
				socket,
				isUnreachable ? 502 : 403,
				`The sandbox ${isUnreachable ? "could not reach" : "refused"} ${request.host}: ${reason}`,
			);
		}
	}

	async #open(request: ProxyRequest): Promise<Socket> {
		const { host, port } = request;
		if (request.kind === "own") {
			if (!this.#openPorts.has(port)) throw new Error("nothing of omp listens there for programs in the sandbox");
			return connectTo("127.0.0.1", port);
		}
		const addresses = await this.#admit(host, port, request.kind === "tunnel" ? "https" : "http");
		let failure: unknown = new Unreachable("unknown host");
		for (const address of addresses) {
			try {
				return await connectTo(address, port);
			} catch (error) {
				failure = error;
			}
		}
		throw failure;
	}
}

interface ProxyRequest {
	readonly kind: "tunnel" | "plain" | "own";
	readonly method: string;
	readonly host: string;
	readonly port: number;
	readonly path: string;
}

class Unreachable extends Error {}

const maxHeadBytes = 64 * 1024;
const headMs = 30_000;
const connectMs = 15_000;

/** The head of a request, and what came behind it; `undefined` when it never ends. */
function readHead(socket: Socket): Promise<{ readonly text: string; readonly rest: Buffer } | undefined> {
	const { promise, resolve } = Promise.withResolvers<{ text: string; rest: Buffer } | undefined>();
	let bytes = Buffer.alloc(0);
	const done = (head: { text: string; rest: Buffer } | undefined) => {
		clearTimeout(timer);
		socket.off("data", onData);
		socket.pause();
		resolve(head);
	};
	const onData = (chunk: Buffer) => {
		bytes = Buffer.concat([bytes, chunk]);
		const end = bytes.indexOf("\r\n\r\n");
		if (end >= 0) done({ text: bytes.subarray(0, end + 4).toString("latin1"), rest: bytes.subarray(end + 4) });
		else if (bytes.length > maxHeadBytes) done(undefined);
	};
	const timer = setTimeout(() => done(undefined), headMs);
	socket.on("data", onData);
	socket.once("close", () => done(undefined));
	return promise;
}

function parseRequest(head: string): ProxyRequest | undefined {
	const [, method = "", target = ""] = /^([A-Z]+) (\S+) HTTP\/1\.[01]\r\n/.exec(head) ?? [];
	if (method === "CONNECT") {
		const url = URL.parse(`http://${target}`);
		const port = Number(/:(\d+)$/.exec(target)?.[1]);
		return url && port > 0 && port < 65_536
			? { kind: "tunnel", method, host: url.hostname, port, path: "" }
			: undefined;
	}
	const own = /^\/omp\/(\d{1,5})(\/.*|)$/.exec(target);
	if (own) return { kind: "own", method, host: "127.0.0.1", port: Number(own[1]), path: own[2] || "/" };
	const url = URL.parse(target);
	if (method === "" || url?.protocol !== "http:") return undefined;
	return {
		kind: "plain",
		method,
		host: url.hostname,
		port: Number(url.port) || 80,
		path: `${url.pathname}${url.search}`,
	};
}

/** As the server itself gets it. One request per connection: the next one may be for another host. */
function forwarded({ method, path }: ProxyRequest, head: string): string {
	const lines = head.trimEnd().split("\r\n").slice(1);
	const kept = lines.filter((line) => !/^(?:proxy-[\w-]+|connection|keep-alive):/i.test(line));
	return [`${method} ${path} HTTP/1.1`, ...kept, "Connection: close", "", ""].join("\r\n");
}

/** The next request may be for another host, so the client is told not to send it here. */
function closeAfterAnswer(target: Socket, socket: Socket): void {
	target.once("data", (chunk: Buffer) => {
		target.pause();
		const end = chunk.indexOf("\r\n") + 2;
		socket.write(Buffer.concat([chunk.subarray(0, end), Buffer.from("Connection: close\r\n"), chunk.subarray(end)]));
		target.pipe(socket);
	});
}

function refuse(socket: Socket, status: number, text: string): void {
	const body = `${text}\n`;
	const reason = status === 403 ? "Forbidden by sandbox" : status === 502 ? "Bad Gateway" : "Bad Request";
	const length = Buffer.byteLength(body);
	socket.end(
		`HTTP/1.1 ${status} ${reason}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
	);
}

function connectTo(host: string, port: number): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = connect({ host, port });
		const fail = (reason: string) => {
			clearTimeout(timer);
			socket.destroy();
			reject(new Unreachable(reason));
		};
		const timer = setTimeout(() => fail("no answer"), connectMs);
		socket.once("connect", () => {
			clearTimeout(timer);
			socket.removeAllListeners("error");
			resolve(socket);
		});
		socket.once("error", (error) => fail(errorMessage(error)));
	});
}
