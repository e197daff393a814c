import { createServer, type Socket } from "node:net";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import type { HostileWire } from "./hostile-wires.ts";

/** How a provider misbehaves. */
export const attacks = {
	"stalls before headers": () => {},
	"stalls inside the headers": (socket) => void socket.write("HTTP/1.1 200 OK\r\nx-slow: "),
	"stalls in the stream": (socket, wire) => {
		begin(socket, wire);
		socket.write(wire.opening);
	},
	"sends keep-alives for ever": (socket, wire) => {
		begin(socket, wire);
		socket.write(wire.opening);
		repeat(socket, wire.nothing, 20);
	},
	"redirects to another host": (socket, _wire, { other }) => redirect(socket, `${other}/stolen`, 307),
	"redirects to another host with 308": (socket, _wire, { other }) => redirect(socket, `${other}/stolen`, 308),
	"redirects to another host with 302": (socket, _wire, { other }) => redirect(socket, `${other}/stolen`, 302),
	"redirects in a loop": (socket, _wire, { own }) => redirect(socket, `${own}/again`, 307),
	"sends a line without end": (socket, wire) => {
		begin(socket, wire);
		socket.write(wire.endless);
		flood(socket, Buffer.alloc(65_536, "x"));
	},
	"sends deltas without end": (socket, wire) => {
		begin(socket, wire);
		socket.write(wire.opening);
		const delta = wire.delta("words ".repeat(200));
		flood(socket, Buffer.concat(Array.from({ length: 40 }, () => delta)));
	},
	"sends empty frames without end": (socket, wire) => {
		begin(socket, wire);
		socket.write(wire.opening);
		flood(socket, Buffer.concat(Array.from({ length: 800 }, () => wire.nothing)));
	},
	"sends an error without end": (socket) => {
		socket.write('HTTP/1.1 500 Oops\r\ncontent-type: application/json\r\n\r\n{"error":"');
		flood(socket, Buffer.alloc(65_536, "x"));
	},
	"sends headers without end": (socket) => {
		socket.write("HTTP/1.1 200 OK\r\n");
		flood(socket, Buffer.from("x-more: and more\r\n".repeat(1000)));
	},
	"stalls in an error": (socket) => {
		socket.write("HTTP/1.1 500 Oops\r\ncontent-type: text/plain\r\ncontent-length: 999\r\n\r\nhalf a sen");
	},
	"sends a gzip bomb": (socket, wire) => bomb(socket, wire, "gzip", "200 OK"),
	"sends a brotli bomb": (socket, wire) => bomb(socket, wire, "br", "200 OK"),
	"sends a zstd bomb": (socket, wire) => bomb(socket, wire, "zstd", "200 OK"),
	"sends a brotli bomb as an error": (socket, wire) => bomb(socket, wire, "br", "500 Oops"),
	"sends a JSON bomb": (socket, wire) => {
		begin(socket, wire);
		socket.end(wire.frame(`{"a":[${"[],".repeat(7_000_000)}0]}`));
	},
	"announces more than it sends": (socket, wire) => {
		socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${wire.contentType}\r\ncontent-length: 99999\r\n\r\n`);
		socket.end(wire.opening);
	},
	"announces less than it sends": (socket, wire) => {
		socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${wire.contentType}\r\ncontent-length: 5\r\n\r\n`);
		socket.write(wire.opening);
	},
	"says it is compressed when it is not": (socket, wire) => {
		socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${wire.contentType}\r\ncontent-encoding: gzip\r\n\r\n`);
		socket.end(wire.opening);
	},
	"sends a web page": (socket) => {
		socket.end("HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\n\r\n<html>Log in here</html>");
	},
	"sends invalid JSON": (socket, wire) => {
		begin(socket, wire);
		socket.end(wire.frame('{"a":'));
	},
	"sends invalid UTF-8": (socket, wire) => {
		begin(socket, wire);
		socket.end(Buffer.concat([wire.frame("{}").subarray(0, 7), Buffer.alloc(4000, 0xff), Buffer.from("\n\n")]));
	},
	"talks no HTTP": (socket) => void socket.end("220 mail.example.com ESMTP\r\n"),
} as const satisfies Record<string, (socket: Socket, wire: HostileWire, hosts: { own: string; other: string }) => void>;

export type Attack = keyof typeof attacks;

function begin(socket: Socket, wire: HostileWire): void {
	socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${wire.contentType}\r\n\r\n`);
}

function redirect(socket: Socket, location: string, status: number): void {
	socket.write(`HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
	socket.end();
}

/** As much as the client takes. */
function flood(socket: Socket, chunk: Uint8Array): void {
	const more = () => {
		while (!socket.destroyed && socket.write(chunk));
	};
	socket.on("drain", more);
	more();
}

function repeat(socket: Socket, chunk: Uint8Array, everyMs: number): void {
	const timer = setInterval(() => socket.write(chunk), everyMs);
	socket.on("close", () => clearInterval(timer));
}

/** Half a gigabyte of blanks that begins like a stream. */
function bomb(socket: Socket, wire: HostileWire, encoding: "gzip" | "br" | "zstd", status: string): void {
	socket.write(`HTTP/1.1 ${status}\r\ncontent-type: ${wire.contentType}\r\ncontent-encoding: ${encoding}\r\n\r\n`);
	socket.end(bombs(encoding));
}

const made = new Map<string, Buffer>();

function bombs(encoding: "gzip" | "br" | "zstd"): Buffer {
	const known = made.get(encoding);
	if (known) return known;
	const plain = Buffer.alloc(512 * 1024 * 1024, " ");
	const pack = {
		gzip: () => gzipSync(plain, { level: 1 }),
		br: () => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
		zstd: () => zstdCompressSync(plain),
	};
	const packed = pack[encoding]();
	made.set(encoding, packed);
	return packed;
}

export interface HostileServer extends Disposable {
	/** The address that misbehaves so. */
	urlOf(attack: Attack): string;
	/** Requests by path. */
	readonly requests: string[];
	/** Requests that came to the other host. */
	readonly stolen: string[];
}

/** Two hosts: one that misbehaves, and one that should never hear of a request. */
export async function startHostileServer(wire: HostileWire): Promise<HostileServer> {
	const requests: string[] = [];
	const stolen: string[] = [];
	const sockets = new Set<Socket>();
	const hosts = { own: "", other: "" };
	const listen = async (answer: (socket: Socket, head: string) => void) => {
		const server = createServer((socket) => {
			sockets.add(socket);
			socket.on("error", () => {});
			let isAnswered = false;
			socket.on("data", (data) => {
				const head = /^POST (\S+)[\s\S]*/.exec(data.toString("latin1"));
				if (!head?.[1] || isAnswered) return;
				isAnswered = true;
				answer(socket, head[1]);
			});
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const address = server.address();
		return { server, port: typeof address === "object" && address ? address.port : 0 };
	};
	const names = Object.keys(attacks) as Attack[];
	const bad = await listen((socket, path) => {
		requests.push(path);
		const name = names[Number(/^\/attack-(\d+)/.exec(path)?.[1])];
		if (name) attacks[name](socket, wire, { ...hosts, own: `${hosts.own}/attack-${names.indexOf(name)}` });
	});
	const thief = await listen((socket, path) => {
		stolen.push(path);
		socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
	});
	hosts.own = `http://127.0.0.1:${bad.port}`;
	hosts.other = `http://127.0.0.1:${thief.port}`;
	return {
		urlOf: (attack) => `${hosts.own}/attack-${names.indexOf(attack)}`,
		requests,
		stolen,
		[Symbol.dispose]() {
			for (const socket of sockets) socket.destroy();
			bad.server.close();
			thief.server.close();
		},
	};
}
