import type { ServiceSocket } from "../../../http-service/route.ts";
import type { HostControlFrame } from "../protocol/frames.ts";
import { closeCodes, everyone, maxFrameBytes } from "../protocol/limits.data.ts";
import { minEnvelopeBytes, peerOf } from "../protocol/seal.ts";
import { type ByteBudget, HeldFrames } from "./held-frames.ts";

/** A host that is further behind is sent nothing more of its guests, and they are not read. */
const maxHostBacklogBytes = 4 * 1024 * 1024;
/** Of the frames that wait for the host. */
const maxHeldBytes = 24 * 1024 * 1024;
export const maxGuests = 64;

/** One host and its guests. Frames are passed on as they are; only the numbers of peers are read. */
export class Room {
	readonly #host: ServiceSocket;
	/** Proves that a later connection is the same host again. */
	readonly owner: string;
	readonly #guests = new Map<number, ServiceSocket>();
	readonly #held: HeldFrames;
	#lastPeer = 0;

	constructor(host: ServiceSocket, owner: string, budget: ByteBudget) {
		this.#host = host;
		this.owner = owner;
		this.#held = new HeldFrames(budget, { bytes: maxHeldBytes, bytesEach: maxFrameBytes });
	}

	get guestCount(): number {
		return this.#guests.size;
	}

	/** The number of the new guest; `undefined` when the room is full. */
	join(socket: ServiceSocket): number | undefined {
		if (this.#guests.size >= maxGuests) return undefined;
		this.#lastPeer += 1;
		this.#guests.set(this.#lastPeer, socket);
		this.#tell("peer-joined", this.#lastPeer);
		return this.#lastPeer;
	}

	leave(peer: number): void {
		if (!this.#guests.delete(peer)) return;
		this.#held.drop(peer);
		this.#tell("peer-left", peer);
	}

	fromHost(envelope: Uint8Array): void {
		if (envelope.length < minEnvelopeBytes) return;
		const peer = peerOf(envelope);
		if (peer !== everyone) this.#guests.get(peer)?.send(envelope);
		else for (const guest of this.#guests.values()) guest.send(envelope);
	}

	/** What the host says to us. */
	control({ peer }: HostControlFrame): void {
		this.#guests.get(peer)?.close(closeCodes.closedByHost, "The host has closed this connection");
	}

	/** The number is ours, so that no guest speaks for another. */
	fromGuest(peer: number, envelope: Uint8Array): void {
		const socket = this.#guests.get(peer);
		if (!socket || envelope.length < minEnvelopeBytes) return;
		const stamped = new Uint8Array(envelope);
		new DataView(stamped.buffer).setUint32(0, peer);
		if (!this.#held.has(peer) && this.#hasRoom) this.#host.send(stamped);
		else if (this.#held.keep(peer, stamped)) socket.pause();
		else socket.close(closeCodes.busy, "The host is busy; try again");
	}

	/** The host takes more. */
	resume(): void {
		while (this.#hasRoom) {
			const next = this.#held.next();
			if (!next) return;
			this.#host.send(next.frame);
			if (next.isLast) this.#guests.get(next.peer)?.resume();
		}
	}

	close(): void {
		this.#held.clear();
		const guests = [...this.#guests.values()];
		this.#guests.clear();
		for (const guest of guests) {
			guest.resume();
			guest.send(JSON.stringify({ t: "room-closed" }));
			guest.close(closeCodes.roomClosed, "room-closed");
		}
	}

	/** The same host has connected once more; the old connection is dead. */
	replace(): void {
		this.close();
		this.#host.close(1000, "replaced");
	}

	get #hasRoom(): boolean {
		return this.#host.bufferedBytes <= maxHostBacklogBytes;
	}

	#tell(t: "peer-joined" | "peer-left", peer: number): void {
		this.#host.send(JSON.stringify({ t, peer }));
	}
}
