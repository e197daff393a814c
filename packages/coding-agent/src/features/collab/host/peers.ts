import { timingSafeEqual } from "node:crypto";
import type { GuestFrame, Participant } from "../protocol/frames.ts";
import { protocolVersion } from "../protocol/limits.data.ts";

interface PeerState {
	id: number;
	name: string;
	mayWrite: boolean;
	isGreeted: boolean;
	badFrames: number;
	/** It has been told where it is, so it can follow what happens. */
	isWelcomed: boolean;
	/** Which snapshot it is sent; an earlier one ends. */
	snapshot: number;
	/** Runs until it says hello. */
	patience: ReturnType<typeof setTimeout> | undefined;
}

/** A guest that has the key says hello at once. */
const greetingMs = 20_000;

/** The guests of a shared session by the relay's numbers. */
export class Peers {
	readonly #peers = new Map<number, PeerState>();
	readonly #hostName: string;

	constructor(hostName: string) {
		this.#hostName = hostName;
	}

	get isEmpty(): boolean {
		return this.#peers.size === 0;
	}

	/** `onSilent`: it has not said hello. */
	join(id: number, onSilent: () => void): void {
		this.leave(id);
		const patience = setTimeout(onSilent, greetingMs);
		const state = { isGreeted: false, isWelcomed: false, badFrames: 0, snapshot: 0, patience };
		this.#peers.set(id, { id, name: "", mayWrite: false, ...state });
	}

	/** The name of a guest that had said hello. */
	leave(id: number): string | undefined {
		const peer = this.#peers.get(id);
		clearTimeout(peer?.patience);
		this.#peers.delete(id);
		return peer?.isGreeted ? peer.name : undefined;
	}

	clear(): void {
		for (const id of [...this.#peers.keys()]) this.leave(id);
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

	/** Those that follow what happens. */
	welcomed(): readonly number[] {
		return [...this.#peers.values()].filter(({ isWelcomed }) => isWelcomed).map(({ id }) => id);
	}

	/** Nobody else is in the room: who has not said hello, was refused, or waits for the session. */
	get areAllWelcomed(): boolean {
		return [...this.#peers.values()].every(({ isWelcomed }) => isWelcomed);
	}

	list(): readonly Participant[] {
		return listParticipants(this.#hostName, this.#peers.values());
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
		clearTimeout(peer.patience);
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

	/** What happens before its welcome is part of the snapshot. */
	beginSnapshot(id: number): number {
		const peer = this.#peers.get(id);
		if (!peer) return 0;
		peer.snapshot += 1;
		peer.isWelcomed = false;
		return peer.snapshot;
	}

	welcome(id: number): void {
		const peer = this.#peers.get(id);
		if (peer) peer.isWelcomed = true;
	}

	isInSnapshot(id: number, round: number): boolean {
		return this.#peers.get(id)?.snapshot === round;
	}

	#unusedName(wanted: string): string {
		const name = wanted.replace(roleWords, "").trim() || "Guest";
		const names = new Set([this.#hostName, ...[...this.#peers.values()].map((peer) => peer.name)].map(nameKey));
		for (let count = 1; ; count++) {
			const candidate = count === 1 ? name : `${name} ${count}`;
			if (!names.has(nameKey(candidate))) return candidate;
		}
	}
}

/** What lists of participants put behind a name. */
const roleWords = /\s*\((?:host|view-only)\)/gi;

/** The same for names that look the same. */
function nameKey(name: string): string {
	return name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
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
