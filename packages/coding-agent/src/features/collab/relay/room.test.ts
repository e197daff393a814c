import { expect, test } from "bun:test";
import type { ServiceSocket } from "../../../http-service/route.ts";
import { peerOf } from "../protocol/seal.ts";
import { ByteBudget } from "./held-frames.ts";
import { Room } from "./room.ts";

const megabyte = 1024 * 1024;

function socket() {
	const [sent, codes]: [Array<string | Uint8Array>, number[]] = [[], []];
	let bufferedBytes = 0;
	const calls: string[] = [];
	const fake: ServiceSocket = {
		send: (data) => {
			sent.push(data);
			bufferedBytes += data.length;
			return true;
		},
		close: (code) => void codes.push(code),
		get bufferedBytes() {
			return bufferedBytes;
		},
		pause: () => void calls.push("pause"),
		resume: () => void calls.push("resume"),
	};
	return {
		...{ fake, sent, codes, calls },
		get bufferedBytes() {
			return bufferedBytes;
		},
		take: () => {
			bufferedBytes = 0;
		},
		frames: () => sent.filter((data) => typeof data !== "string"),
	};
}

test("room: guests wait for a host that is behind, whatever they have sent at once", () => {
	const host = socket();
	const room = new Room(host.fake, "owner", new ByteBudget(64 * megabyte));
	const guests = Array.from({ length: 8 }, socket);
	const peers = guests.map(({ fake }) => room.join(fake) ?? 0);
	for (const peer of peers) room.fromGuest(peer, new Uint8Array(8 * megabyte));
	// Far below what makes the service drop a client.
	expect(host.bufferedBytes).toBeLessThan(9 * megabyte);
	expect(host.codes).toEqual([]);
	// Those for whom there is no place try again later; the others are not read meanwhile.
	expect(guests.map(({ codes }) => codes)).toEqual([[], [], [], [], [1013], [1013], [1013], [1013]]);
	expect(guests.slice(0, 4).map(({ calls }) => calls)).toEqual([[], ["pause"], ["pause"], ["pause"]]);
	for (let round = 0; round < 4; round++) {
		host.take();
		room.resume();
		expect(host.bufferedBytes).toBeLessThan(9 * megabyte);
	}
	expect(host.frames().map((frame) => peerOf(frame as Uint8Array))).toEqual([1, 2, 3, 4]);
	expect(guests[1]?.calls).toEqual(["pause", "resume"]);
});

test("room: the frames of one guest stay in order, and others have their turn", () => {
	const host = socket();
	const room = new Room(host.fake, "owner", new ByteBudget(64 * megabyte));
	const [one, other] = [room.join(socket().fake) ?? 0, room.join(socket().fake) ?? 0];
	const send = (peer: number, mark: number, size: number) => room.fromGuest(peer, new Uint8Array(size).fill(mark));
	send(one, 1, 5 * megabyte);
	for (const mark of [2, 3, 4]) send(one, mark, 100);
	send(other, 9, 100);
	host.take();
	room.resume();
	expect(host.frames().map((frame) => (frame as Uint8Array)[50])).toEqual([1, 2, 9, 3, 4]);
});

test("room: what a guest who left or a room that closed had waiting is free for others", () => {
	const budget = new ByteBudget(10 * megabyte);
	const rooms = [0, 1].map(() => {
		const host = socket();
		const room = new Room(host.fake, "owner", budget);
		const guest = socket();
		const peer = room.join(guest.fake) ?? 0;
		room.fromGuest(peer, new Uint8Array(5 * megabyte));
		return { room, guest, peer };
	});
	const [first, second] = rooms;
	first?.room.fromGuest(first.peer, new Uint8Array(8 * megabyte));
	second?.room.fromGuest(second.peer, new Uint8Array(8 * megabyte));
	expect(second?.guest.codes).toEqual([1013]);
	first?.room.leave(first.peer);
	expect(budget.take(10 * megabyte)).toBe(true);
});

test("room: the host closes the connection of one guest", () => {
	const room = new Room(socket().fake, "owner", new ByteBudget(megabyte));
	const guests = [socket(), socket()];
	for (const { fake } of guests) room.join(fake);
	room.control({ t: "close-peer", peer: 2 });
	expect(guests.map(({ codes }) => codes)).toEqual([[], [4403]]);
});
