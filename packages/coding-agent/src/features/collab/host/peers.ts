import { timingSafeEqual } from "node:crypto";
import type { GuestFrame, Participant } from "../protocol/frames.ts";
import { protocolVersion } from "../protocol/limits.data.ts";

interface PeerState {
	id: number;
	name: string;
	mayWrite: boolean;
	isGreeted: boolean;
	badFrames: number;
	/** Which snapshot it is sent; an earlier one ends. */
	snapshot: number;
}

/** The guests of a shared session by the relay's numbers. */
export class Peers {
	readonly #peers = new Map<number, PeerState>();

	get isEmpty(): boolean {
		return this.#peers.size === 0;
	}

	join(id: number): void {
		this.#peers.set(id, { id, name: "", mayWrite: false, isGreeted: false, badFrames: 0, snapshot: 0 });
	}

	/** The name of a guest that had said hello. */
	leave(id: number): string | undefined {
		const peer = this.#peers.get(id);
		this.#peers.delete(id);
		return peer?.isGreeted ? peer.name : undefined;
	}

	clear(): void {
		this.#peers.clear();
	}

	has(id: number): boolean {
		return this.#peers.has(id);
	}

	isGreeted(id: number): boolean {
		return this.#peers.get(id)?.isGreeted ?? false;
	}

	mayWrite(id: number): boolean {
		return this.#peers.get(id)?.mayWrite ?? false;
	}

	nameOf(id: number): string {
		return this.#peers.get(id)?.name ?? "Guest";
	}

	greeted(): readonly number[] {
		return [...this.#peers.values()].filter(({ isGreeted }) => isGreeted).map(({ id }) => id);
	}

	list(hostName: string): readonly Participant[] {
		return listParticipants(hostName, this.#peers.values());
	}

	/** Why the guest cannot take part. */
	greet(
		id: number,
		{ proto, name, writeToken }: Pick<Extract<GuestFrame, { t: "hello" }>, "proto" | "name" | "writeToken">,
		expected: Uint8Array | undefined,
	): string | undefined {
		const peer = this.#peers.get(id);
		if (!peer) return "You have left already.";
		if (proto !== protocolVersion)
			return `The host speaks version ${protocolVersion} of the protocol, this guest version ${proto}. Update the older omp.`;
		const token = writeToken === undefined ? undefined : Buffer.from(writeToken, "base64url");
		const isExpected = token !== undefined && expected !== undefined && token.length === expected.length;
		if (token !== undefined && !(isExpected && timingSafeEqual(token, expected)))
			return "The link is not that of this session. Ask for it once more.";
		peer.name = this.#unusedName(name);
		peer.mayWrite = token !== undefined;
		peer.isGreeted = true;
		return undefined;
	}

	countBad(id: number): number {
		const peer = this.#peers.get(id);
		if (!peer) return 0;
		peer.badFrames += 1;
		return peer.badFrames;
	}

	beginSnapshot(id: number): number {
		const peer = this.#peers.get(id);
		if (!peer) return 0;
		peer.snapshot += 1;
		return peer.snapshot;
	}

	isInSnapshot(id: number, round: number): boolean {
		return this.#peers.get(id)?.snapshot === round;
	}

	#unusedName(name: string): string {
		const names = new Set([...this.#peers.values()].map((peer) => peer.name));
		for (let count = 2; ; count++) {
			const candidate = count === 2 ? name : `${name} ${count - 1}`;
			if (!names.has(candidate)) return candidate;
		}
	}
}

function listParticipants(
	hostName: string,
	peers: Iterable<{ readonly name: string; readonly mayWrite: boolean; readonly isGreeted: boolean }>,
): readonly Participant[] {
	const guests = [...peers].filter(({ isGreeted }) => isGreeted);
	return [
		{ name: hostName, role: "host" },
		...guests.map(({ name, mayWrite }): Participant => ({ name, role: "guest", ...(!mayWrite && { readOnly: true }) })),
	];
}
