import { expect, setDefaultTimeout } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { parseLink } from "../../../packages/coding-agent/src/features/collab/protocol/link.ts";
import { FrameSeal } from "../../../packages/coding-agent/src/features/collab/protocol/seal.ts";
import { guestTerminal, hostTerminal, shareAt, startRelay } from "./shared-room.ts";

setDefaultTimeout(60_000);

/** A guest without manners: it sends whatever it likes. */
async function rawGuest(link: string, port: number, key?: Uint8Array<ArrayBuffer>) {
	const { room, key: linkKey } = parseLink(link);
	const seal = await FrameSeal.from(key ?? linkKey);
	const socket = new WebSocket(`ws://127.0.0.1:${port}/r/${room}?role=guest`);
	socket.binaryType = "arraybuffer";
	const frames: Array<Record<string, unknown>> = [];
	const sealed: Uint8Array<ArrayBuffer>[] = [];
	let code: number | undefined;
	socket.onclose = (event) => {
		code = event.code;
	};
	socket.onmessage = async ({ data }) => {
		if (data instanceof ArrayBuffer) frames.push((await seal.open(new Uint8Array(data))) as Record<string, unknown>);
	};
	await until(() => socket.readyState !== WebSocket.CONNECTING);
	return {
		frames,
		sealed,
		get code() {
			return code;
		},
		async send(frame: object) {
			const bytes = await seal.sealText(0, JSON.stringify(frame));
			sealed.push(bytes);
			socket.send(bytes);
		},
		sendBytes: (bytes: Uint8Array<ArrayBuffer> | string) => socket.send(bytes),
		errors: () => frames.filter((frame) => frame?.t === "error").map(({ message }) => message),
		[Symbol.dispose]: () => socket.close(),
	};
}

verifies(
	"agents:collab:view-only-link",
	async () => {
		await using omp = await ompProject({ replies: [text("Said by the host.")] });
		await using relay = await startRelay(omp);
		await using host = hostTerminal(omp);
		await shareAt(host, relay.port);
		const view = await shareAt(host, relay.port, true);
		await using other = await ompProject({});
		await using guest = guestTerminal(other, view.terminal);
		await guest.waitFor("view-only");
		guest.type("let me in\r");
		await guest.waitFor("This link is view-only");
		// The same with frames made by hand.
		using raw = await rawGuest(view.terminal, relay.port);
		await raw.send({ t: "hello", proto: 3, name: "Mallory" });
		await until(() => raw.frames.some((frame) => frame.t === "snapshot-chunk"));
		const forbidden = [
			{ t: "prompt", text: "rm -rf /" },
			{ t: "abort" },
			{ t: "ui-response", reqId: "1", value: "Approve" },
			{ t: "agent-cmd", cmd: "kill", agentId: "Main" },
		];
		for (const frame of forbidden) await raw.send(frame);
		await until(() => raw.errors().length === forbidden.length);
		expect(new Set(raw.errors())).toEqual(new Set(["This link is view-only: it can watch, but not take part."]));
		// A made-up token, and a second hello, open nothing.
		await raw.send({ t: "hello", proto: 3, name: "Mallory", writeToken: "AAAAAAAAAAAAAAAAAAAAAA" });
		await raw.send({ t: "prompt", text: "again" });
		await until(() => raw.errors().length === forbidden.length + 1);
		host.type("only I may\r");
		await guest.waitFor("Said by the host.");
		expect(omp.model.requests).toHaveLength(1);
		host.type("/collab status\r");
		await host.waitFor("Mallory (view-only)");
	},
	60_000,
);

verifies(
	"agents:collab:end-to-end-encrypted",
	async () => {
		await using omp = await ompProject({ replies: [text("secret-answer-4711"), text("only-once-4713")] });
		await using relay = await startRelay(omp);
		await using host = hostTerminal(omp);
		const { terminal } = await shareAt(host, relay.port);
		await using other = await ompProject({});
		await using guest = guestTerminal(other, terminal);
		await guest.waitFor("2 here");
		guest.type("secret-prompt-4712\r");
		await guest.waitFor("secret-answer-4711");
		const seen = Buffer.concat(relay.traffic);
		expect(seen.length).toBeGreaterThan(2000);
		const { room, key } = parseLink(terminal);
		for (const plain of [
			"secret-prompt-4712",
			"secret-answer-4711",
			"Grace",
			"welcome",
			Buffer.from(key).toString("base64url"),
		])
			expect(seen.includes(plain)).toBe(false);
		// The room is all that it knows.
		expect(seen.includes(room)).toBe(true);

		// A wrong key, an old protocol, forged and repeated frames: nothing happens to the others.
		using stranger = await rawGuest(terminal, relay.port, new Uint8Array(32).fill(7));
		await stranger.send({ t: "hello", proto: 3, name: "Stranger" });
		await host.waitFor("Somebody without the right link tried to join");
		expect(stranger.frames.filter((frame) => frame !== undefined)).toEqual([]);
		using old = await rawGuest(terminal, relay.port);
		await old.send({ t: "hello", proto: 2, name: "Old" });
		await until(() => old.errors().length === 1);
		expect(old.errors()[0]).toContain("version 3 of the protocol, this guest version 2");
		using forger = await rawGuest(terminal, relay.port);
		const token = Buffer.from(parseLink(terminal).writeToken ?? []).toString("base64url");
		await forger.send({ t: "hello", proto: 3, name: "Forger", writeToken: token });
		await until(() => forger.frames.some((frame) => frame?.t === "welcome"));
		for (const bytes of [new Uint8Array(3), new Uint8Array(100), new Uint8Array(100_000)]) forger.sendBytes(bytes);
		forger.sendBytes("peer-joined");
		for (const odd of [
			{},
			[],
			{ t: "prompt" },
			{ t: "prompt", text: 1 },
			{ t: "__proto__" },
			{ t: "ui-response", reqId: "no" },
		])
			await forger.send(odd);
		await forger.send({ t: "prompt", text: "once" });
		const last = forger.sealed.at(-1);
		if (last) forger.sendBytes(last);
		await guest.waitFor("only-once-4713");
		await Bun.sleep(500);
		expect(omp.model.requests).toHaveLength(2);
	},
	60_000,
);

verifies(
	"agents:collab:own-relay",
	async () => {
		await using omp = await ompProject({});
		await using host = hostTerminal(omp);
		await host.waitFor("Acme One");
		host.type("/collab\r");
		await host.waitFor("omp collab relay");
		host.type("/collab ws://127.0.0.1:9\r");
		await host.waitFor("The relay ws://127.0.0.1:9 cannot be reached.");
		await using relay = await startRelay(omp);
		const health = await fetch(`http://127.0.0.1:${relay.port}/healthz`);
		expect(await health.json()).toEqual({ ok: true, rooms: 0 });
		const { terminal } = await shareAt(host, relay.port);
		// A second host of the room is refused, and the first one stays.
		const { room } = parseLink(terminal);
		const second = new WebSocket(`ws://127.0.0.1:${relay.port}/r/${room}?role=host&owner=other`);
		const codes: number[] = [];
		second.onclose = ({ code }) => void codes.push(code);
		await until(() => codes.length > 0);
		expect(codes).toEqual([4409]);
		await using other = await ompProject({});
		await using guest = guestTerminal(other, terminal);
		await guest.waitFor("2 here");
		// Others can reach it only with a token.
		const open = await omp.run(["collab", "relay", "--bind=0.0.0.0:0"]);
		expect(open.exitCode).not.toBe(0);
		expect(open.stderr).toContain("without a token");
	},
	60_000,
);

verifies(
	"slash-commands:config:collab",
	async () => {
		await using omp = await ompProject({ replies: [text("Own words.")] });
		await using relay = await startRelay(omp);
		await using host = hostTerminal(omp);
		const { terminal } = await shareAt(host, relay.port);
		await using other = await ompProject({ replies: [text("In my own session.")] });
		await using guest = hostTerminal(other);
		await guest.waitFor("Acme One");
		guest.type("/join not-a-link\r");
		await guest.waitFor("This is no link to a shared session");
		guest.type("my own prompt\r");
		await guest.waitFor("In my own session.");
		guest.type(`/join ${terminal}\r`);
		await guest.waitFor("Ada's session, 2 here");
		host.type("/collab stop\r");
		await guest.waitFor("The host has ended the shared session.");
		guest.type("/leave\r");
		await guest.waitFor("Back in your own session.");
		guest.type(`/join ${terminal}\r`);
		await guest.waitFor("Nobody shares this session now.");
		host.type("/collab status\r");
		await host.waitFor("This session is not shared.");
	},
	60_000,
);
