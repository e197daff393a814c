import { until } from "@oh-my-pi/pi-testkit/until";
import { testHost, testLog } from "../../../conversation/testing/history.ts";
import { Settings } from "../../../settings/settings.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { SharedSession } from "../host/shared-session.ts";
import { FrameSeal } from "../protocol/seal.ts";

type Frame = Readonly<Record<string, unknown>>;

/** A relay in the hands of the test: it sends a host what it likes, as often as it likes. */
export async function hostedSession(control: object = { agents: () => [] }) {
	const connections: Bun.ServerWebSocket[] = [];
	const received: Array<string | Uint8Array<ArrayBuffer>> = [];
	const relay = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch: (request, server) => (server.upgrade(request) ? undefined : new Response()),
		websocket: {
			open: (socket) => void connections.push(socket),
			message: (_socket, data) => void received.push(typeof data === "string" ? data : Uint8Array.from(data)),
		},
	});
	const submitted: unknown[] = [];
	const notices: string[] = [];
	const log = testLog();
	const leave = () => {};
	const session = {
		log,
		folder: { path: "/work" },
		host: testHost,
		frontEnd: { wrap: () => leave },
		settings: new Settings(),
		conversation: {
			...{ id: "c", model: undefined, messages: [], isAborting: false, isStreaming: false },
			queue: { waiting: { steering: [], followUps: [] } },
			subscribe: () => leave,
			submit: async (op: { message?: { content: unknown } }) => void submitted.push(op.message?.content),
		},
		workbench: {
			features: {
				agents: {
					...{ onChange: () => leave, listen: () => leave, overview: () => [], control: async () => control },
				},
			},
		},
	};
	const shared = await SharedSession.start({
		session: session as unknown as OpenedConversation,
		...{ relay: `ws://127.0.0.1:${relay.port}`, relayToken: "", hostName: "Ada" },
		notify: (_level, text) => void notices.push(text),
		onEnded: () => {},
	});
	const seal = await FrameSeal.from(shared.link.key);
	const writeToken = Buffer.from(shared.link.writeToken ?? []).toString("base64url");
	const stamp = (bytes: Uint8Array<ArrayBuffer>, peer: number) => {
		const stamped = Uint8Array.from(bytes);
		new DataView(stamped.buffer).setUint32(0, peer);
		return stamped;
	};
	return {
		...{ shared, log, submitted, notices, connections },
		seal: (frame: object) => seal.sealText(0, JSON.stringify(frame)),
		hello: (name: string, mayWrite = true) => ({ t: "hello", proto: 3, name, ...(mayWrite && { writeToken }) }),
		/** A guest has come. */
		join: (peer: number) => void connections.at(-1)?.send(JSON.stringify({ t: "peer-joined", peer })),
		/** Hands sealed bytes over as those of a guest. */
		pass: (peer: number, bytes: Uint8Array<ArrayBuffer>) => void connections.at(-1)?.send(stamp(bytes, peer)),
		/** What the host has sent, with the peer it was for. */
		async frames(): Promise<ReadonlyArray<{ readonly peer: number; readonly frame: Frame }>> {
			return Promise.all(
				received.map(async (data) =>
					typeof data === "string"
						? { peer: -1, frame: JSON.parse(data) as Frame }
						: { peer: new DataView(data.buffer).getUint32(0), frame: (await seal.open(data)) as Frame },
				),
			);
		},
		/** Drops the host, which comes back. */
		async drop() {
			const count = connections.length;
			connections.at(-1)?.close(1012);
			await until(() => connections.length > count);
		},
		async [Symbol.asyncDispose]() {
			await shared.stop("");
			await relay.stop(true);
		},
	};
}
