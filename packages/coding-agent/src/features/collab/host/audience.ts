import type { HostControlFrame, HostFrame } from "../protocol/frames.ts";
import { everyone } from "../protocol/limits.data.ts";
import type { Peers } from "./peers.ts";

/** What carries frames to peers. */
export interface PeerLine {
	send(peers: number | readonly number[], frame: object): void;
	control(frame: HostControlFrame): void;
}

/** Sends frames to guests: to one, to all who were welcomed, to those who may write. */
export class Audience {
	readonly #peers: Peers;
	readonly #line: PeerLine;

	constructor(peers: Peers, line: PeerLine) {
		this.#peers = peers;
		this.#line = line;
	}

	send(peer: number, frame: HostFrame): void {
		this.#line.send(peer, frame);
	}

	/** One frame for all, unless somebody is in the room who was not welcomed. */
	toAll(frame: HostFrame): void {
		const welcomed = this.#peers.welcomed();
		if (welcomed.length > 0) this.#line.send(this.#peers.areAllWelcomed ? everyone : welcomed, frame);
	}

	toWriters(frame: HostFrame): void {
		const writers = this.#peers.greeted().filter((peer) => this.#peers.mayWrite(peer));
		if (writers.length > 0) this.#line.send(writers, frame);
	}

	/** The last word, for everybody in the room. */
	sayBye(reason: string): void {
		if (!this.#peers.isEmpty) this.#line.send(everyone, { t: "bye", reason });
	}

	refuse(peer: number, message: string): void {
		this.send(peer, { t: "error", message });
	}

	/** Tells it why, and has the relay close its connection. */
	dismiss(peer: number, message: string): void {
		this.refuse(peer, message);
		this.send(peer, { t: "bye", reason: message });
		this.#line.control({ t: "close-peer", peer });
	}
}
