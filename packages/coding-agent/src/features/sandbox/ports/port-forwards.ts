import { createServer, type Server, type Socket } from "node:net";
import type { InternetFamily } from "@oh-my-pi/pi-natives/sandbox/linux/network/foreign-network";
import { relay } from "./relay.ts";

/** What omp knows of a box's network from outside. */
export interface ServersInside {
	/** Ports that programs listen on. Not cheap. */
	list(): ReadonlyMap<number, InternetFamily>;
	/** Changes when sockets come or go, unless as many come as go. Cheap. */
	count(): string;
	/** Whether programs run that may yet listen. */
	hasPrograms(): boolean;
	/** Throws when nobody listens there. */
	connect(port: number, family: InternetFamily): Socket;
}

interface Forward {
	readonly server: Server;
	/** On this machine. */
	readonly port: number;
}

/** Makes servers in the box reachable at 127.0.0.1 of this machine, at the same port where that is free. */
export class PortForwards implements Disposable {
	readonly #inside: ServersInside;
	readonly #ignored: number;
	readonly #onMoved: (note: string) => void;
	/** By the port inside. */
	readonly #forwards = new Map<number, Forward>();
	readonly #sockets = new Set<Socket>();
	#notes: string[] = [];
	#timer: ReturnType<typeof setInterval> | undefined;
	#looksUntil = 0;
	#lastCount = "";
	#lastLook = { endedAt: -Infinity, ms: 0 };

	/** @param ignored The port of the proxy, which omp answers itself. */
	constructor(inside: ServersInside, ignored: number, onMoved: (note: string) => void) {
		this.#inside = inside;
		this.#ignored = ignored;
		this.#onMoved = onMoved;
	}

	/** A program starts: looks now and then for as long as any runs. */
	watch(): void {
		this.#looksUntil = performance.now() + startMs;
		this.#timer ??= setInterval(() => this.#tick(), lookEveryMs);
		this.#timer.unref();
	}

	/** Opens and closes ports according to who listens inside, if that may have changed. */
	look(): void {
		const count = this.#inside.count();
		if (count === this.#lastCount) return;
		this.#lastCount = count;
		this.#lookAtAll();
	}

	/** Whether a program inside listens on a port; it sees a connection. */
	hasServer(port: number): boolean {
		return families.some((family) => {
			try {
				this.#inside.connect(port, family).destroy();
				return true;
			} catch {
				// Nobody listens there, yet.
				return false;
			}
		});
	}

	/** Whether a port of this machine leads into the box. */
	isForwarded(port: number): boolean {
		const isOne = () => [...this.#forwards.values()].some((forward) => forward.port === port);
		if (isOne()) return true;
		this.#lookAtAll();
		return isOne();
	}

	/** Where servers are reached that are not at their own port; each is said once. */
	takeNotes(): readonly string[] {
		this.look();
		return this.#notes.splice(0);
	}

	[Symbol.dispose](): void {
		clearInterval(this.#timer);
		for (const { server } of this.#forwards.values()) server.close();
		for (const socket of this.#sockets) socket.destroy();
		this.#forwards.clear();
	}

	#tick(): void {
		const { endedAt, ms } = this.#lastLook;
		const quietMs = performance.now() - endedAt;
		if (quietMs > unchangedMs) this.#lookAtAll();
		else if (quietMs > ms * restFactor) this.look();
		if (this.#forwards.size > 0 || this.#inside.hasPrograms()) this.watch();
		else if (performance.now() > this.#looksUntil) {
			clearInterval(this.#timer);
			this.#timer = undefined;
		}
	}

	#lookAtAll(): void {
		const startedAt = performance.now();
		const inside = this.#inside.list();
		const endedAt = performance.now();
		this.#lastLook = { endedAt, ms: endedAt - startedAt };
		for (const [port, forward] of this.#forwards) {
			if (inside.has(port)) continue;
			forward.server.close();
			this.#forwards.delete(port);
		}
		for (const [port, family] of inside) {
			if (port === this.#ignored || this.#forwards.has(port) || this.#forwards.size >= maxForwards) continue;
			this.#open(port, family);
		}
		if (this.#forwards.size > 0) this.watch();
	}

	#open(port: number, family: InternetFamily): void {
		const inside = { port, family };
		const forward = this.#listen(inside, port) ?? this.#listen(inside, 0);
		if (!forward) return;
		this.#forwards.set(port, forward);
		if (forward.port === port) return;
		const note = `Port ${port} of the sandbox is reached from outside it at 127.0.0.1:${forward.port}, since ${port} is taken on this machine.`;
		this.#notes.push(note);
		this.#onMoved(note);
	}

	/** `undefined` when the port is taken, or not for this user. */
	#listen(inside: { readonly port: number; readonly family: InternetFamily }, outside: number): Forward | undefined {
		const server = createServer({ allowHalfOpen: true }, (socket) => this.#carry(socket, inside));
		server.on("error", () => server.close());
		server.listen(outside, "127.0.0.1").unref();
		const address = server.address();
		if (typeof address !== "object" || !address) return undefined;
		return { server, port: address.port };
	}

	#carry(socket: Socket, { port, family }: { readonly port: number; readonly family: InternetFamily }): void {
		this.#sockets.add(socket);
		socket.on("close", () => this.#sockets.delete(socket)).on("error", () => socket.destroy());
		try {
			relay(socket, this.#inside.connect(port, family));
		} catch {
			// Nobody listens there anymore.
			socket.destroy();
		}
	}
}

const families: readonly InternetFamily[] = ["ipv4", "ipv6"];
const lookEveryMs = 500;
/** A program that has just started is not seen at once. */
const startMs = 3000;
/** So often all are looked at while programs run, though the count is the same. */
const unchangedMs = 5000;
/** Time between looks, by how long one takes. */
const restFactor = 50;
const maxForwards = 64;
