import type { HostControlFrame, HostFrame } from "../protocol/frames.ts";
import { everyone } from "../protocol/limits.data.ts";
import type { Peers } from "./peers.ts";

/** What carries frames to peers. */
export interface PeerLine {
	send(peers: number | readonly number[], frame: object): void;
	control(frame: HostControlFrame): void;
}

/** Sends frames to guests: to one, to all who said hello, to those who may write. */
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

	/** One frame for all, unless somebody is in the room who did not say hello or was refused. */
	toAll(frame: HostFrame): void {
		const greeted = this.#peers.greeted();
		if (greeted.length > 0) this.#line.send(this.#peers.hasStrangers ? greeted : everyone, frame);
	}

	toWriters(frame: HostFrame): void {
		const writers = this.#peers.greeted().filter((peer) => this.#peers.mayWrite(peer));
		if (writers.length > 0) this.#line.send(writers, frame);
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
