import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { FrameSeal } from "../protocol/seal.ts";
import { fakeSockets } from "../testing/fake-socket.ts";
import { FrameMemory } from "./frame-memory.ts";
import { RelaySocket } from "./relay-socket.ts";

const key = new Uint8Array(32).fill(5);

test("relay socket: a handler that throws loses its frame only, and the end is still reported", async () => {
	const seal = await FrameSeal.from(key);
	const sockets = fakeSockets();
	const [frames, problems, codes]: [unknown[], string[], number[]] = [[], [], []];
	const raw = sockets.open("ws://relay");
	new RelaySocket(raw, seal, new FrameMemory(100), {
		onOpen: () => {},
		onControl: () => {},
		onFrame: (_peer, frame) => {
			frames.push(frame);
			if (frames.length === 2) throw new Error("the view failed");
		},
		onProblem: (error) => void problems.push(String(error)),
		onClose: (code) => void codes.push(code),
	});
	for (let count = 0; count < 5; count++) raw.receive(await seal.sealText(0, `{"n":${count}}`));
	raw.drop(1006);
	await until(() => codes.length > 0);
	expect(frames).toEqual([0, 1, 2, 3, 4].map((n) => ({ n })));
	expect([problems, codes]).toEqual([["Error: the view failed"], [1006]]);
});

test("frame memory: a frame that came before is known, over generations", async () => {
	const seal = await FrameSeal.from(key);
	const memory = new FrameMemory(3);
	const frames = await Promise.all(Array.from({ length: 8 }, () => seal.sealText(0, "{}")));
	expect(frames.map((frame) => memory.isNew(frame))).toEqual(Array(8).fill(true));
	// Three to five of the last are remembered.
	expect(frames.slice(-3).map((frame) => memory.isNew(frame))).toEqual([false, false, false]);
});
