import type { ServiceSocket } from "../../../http-service/route.ts";
import { closeCodes, everyone } from "../protocol/limits.data.ts";
import { minEnvelopeBytes, peerOf } from "../protocol/seal.ts";

/** A host that is further behind keeps its guests from sending more. */
const maxHostBacklogBytes = 4 * 1024 * 1024;
export const maxGuests = 64;

/** One host and its guests. Frames are passed on as they are; only the numbers of peers are read. */
export class Room {
	readonly #host: ServiceSocket;
	/** Proves that a later connection is the same host again. */
	readonly owner: string;
	readonly #guests = new Map<number, ServiceSocket>();
	readonly #paused = new Set<ServiceSocket>();
	#lastPeer = 0;

	constructor(host: ServiceSocket, owner: string) {
		this.#host = host;
		this.owner = owner;
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
		const socket = this.#guests.get(peer);
		if (!socket) return;
		this.#guests.delete(peer);
		this.#paused.delete(socket);
		this.#tell("peer-left", peer);
	}

	fromHost(envelope: Uint8Array): void {
		if (envelope.length < minEnvelopeBytes) return;
		const peer = peerOf(envelope);
		if (peer !== everyone) this.#guests.get(peer)?.send(envelope);
		else for (const guest of this.#guests.values()) guest.send(envelope);
	}

	/** The number is ours, so that no guest speaks for another. */
	fromGuest(peer: number, envelope: Uint8Array): void {
		if (envelope.length < minEnvelopeBytes) return;
		const stamped = new Uint8Array(envelope);
		new DataView(stamped.buffer).setUint32(0, peer);
		this.#host.send(stamped);
		const socket = this.#guests.get(peer);
		if (!socket || this.#host.bufferedBytes <= maxHostBacklogBytes) return;
		socket.pause();
		this.#paused.add(socket);
	}

	/** The host has caught up. */
	resume(): void {
		for (const socket of this.#paused) socket.resume();
		this.#paused.clear();
	}

	close(): void {
		this.resume();
		const guests = [...this.#guests.values()];
		this.#guests.clear();
		for (const guest of guests) {
			guest.send(JSON.stringify({ t: "room-closed" }));
			guest.close(closeCodes.roomClosed, "room-closed");
		}
	}

	/** The same host has connected once more; the old connection is dead. */
	replace(): void {
		this.close();
		this.#host.close(1000, "replaced");
	}

	#tell(t: "peer-joined" | "peer-left", peer: number): void {
		this.#host.send(JSON.stringify({ t, peer }));
	}
}
