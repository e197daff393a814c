import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { FrameSeal } from "../protocol/seal.ts";
import { fakeSockets } from "../testing/fake-socket.ts";
import { GuestClient, type GuestView } from "./guest-client.ts";

const key = new Uint8Array(32).fill(3);
const welcome = {
	t: "welcome",
	proto: 3,
	header: { type: "session", id: "s", timestamp: "", cwd: "/" },
	state: { isStreaming: false, participants: [] },
	agents: [],
};
const final = { t: "snapshot-chunk", entries: [], final: true };
const entry = (id: string) => ({ type: "custom", customType: "x", id, parentId: null, timestamp: "" });

type Timing = { readonly silenceMs?: number; readonly probeMs?: number; readonly patienceMs?: number };

async function guest(timing: Timing = {}, view: Partial<GuestView> = {}) {
	const seal = await FrameSeal.from(key);
	const net = fakeSockets();
	const shown: string[] = [];
	const client = await GuestClient.start({
		...{ link: { relay: "ws://relay", room: "r", key, writeToken: undefined }, name: "Grace", ...timing },
		newSocket: (url) => net.open(url),
		view: {
			status: ({ kind }) => void shown.push(kind),
			welcome: () => void shown.push("welcome"),
			entries: (entries) => void shown.push(...entries.map(({ id }) => id)),
			ready: () => void shown.push("ready"),
			live: ({ t }) => void shown.push(t),
			refused: (message) => void shown.push(message),
			...view,
		},
	});
	const answer = async (...frames: readonly object[]) => {
		for (const frame of frames) net.last.receive(await seal.sealText(0, JSON.stringify(frame)));
	};
	return {
		...{ net, shown, client, answer, seal },
		/** What the guest has sent over the connection that is open. */
		async sent() {
			const opened = await Promise.all(
				net.last.sent.map((data) => (typeof data === "string" ? data : seal.open(data))),
			);
			return opened as Array<Record<string, unknown>>;
		},
		async join() {
			net.last.accept();
			await answer(welcome, final);
			await until(() => client.isLive);
		},
		[Symbol.asyncDispose]: () => client.end(),
	};
}

test("guest client: after sleep, a socket that looks open but is dead is replaced", async () => {
	await using one = await guest();
	await one.join();
	one.client.check(30);
	await until(() => one.net.sockets.length === 2);
	await one.join();
	expect(one.shown).toEqual(["welcome", "ready", "live", "waiting", "welcome", "ready", "live"]);
});

test("guest client: a connection that answers is kept, and the question is not shown", async () => {
	await using one = await guest();
	await one.join();
	one.client.check(60);
	await until(async () => (await one.sent()).length === 2);
	const [, probe] = await one.sent();
	expect(probe).toEqual({ t: "fetch-transcript", reqId: "sign-of-life", agentId: "", fromByte: 0 });
	await one.answer({ t: "transcript", reqId: "sign-of-life", text: "", newSize: 0, error: "There is no agent ." });
	await Bun.sleep(120);
	expect([one.net.sockets.length, one.shown]).toEqual([1, ["welcome", "ready", "live"]]);
});

test("guest client: silence is noticed without anybody asking", async () => {
	await using one = await guest({ silenceMs: 20, probeMs: 20 });
	await one.join();
	await until(() => one.net.sockets.length === 2);
});

test("guest client: a host that falls silent in the middle of a snapshot is asked again, each time", async () => {
	await using one = await guest({ patienceMs: 30 });
	await one.join();
	for (let round = 2; round < 5; round++) {
		await one.answer(welcome, { t: "snapshot-chunk", entries: [entry(`e${round}`)], final: false });
		await until(() => one.net.sockets.length === round);
		one.net.last.accept();
		await until(async () => (await one.sent()).length === 1);
		// What came before is not asked for again.
		expect((await one.sent())[0]).toMatchObject({ t: "hello", since: { session: "s", entry: `e${round}` } });
	}
});

test("guest client: too much at once during a snapshot is fetched, not dropped", async () => {
	await using one = await guest();
	one.net.last.accept();
	await one.answer(welcome, { t: "snapshot-chunk", entries: [entry("e1")], final: false });
	const text = JSON.stringify({ t: "event", event: { type: "turn_start" } });
	for (let count = 0; count <= 5000; count++) one.net.last.receive(await one.seal.sealText(0, text));
	await until(() => one.net.sockets.length === 2);
	one.net.last.accept();
	await until(async () => (await one.sent()).length === 1);
	expect((await one.sent())[0]).toMatchObject({ t: "hello", since: { session: "s", entry: "e1" } });
	expect(one.shown).toEqual(["welcome", "e1", "waiting"]);
});

test("guest client: a frame the view cannot show is said once, and the next ones are shown", async () => {
	let count = 0;
	await using one = await guest(
		{},
		{
			entries: () => {
				throw new Error("no such font");
			},
			live: () => {
				count += 1;
				if (count < 3) throw new Error("no such color");
			},
		},
	);
	await one.join();
	const event = { t: "event", event: { type: "turn_start" } };
	await one.answer(event, event, event);
	await until(() => count === 3);
	expect(one.shown).toEqual(["welcome", "Part of the session cannot be shown: no such font", "ready", "live"]);
});
