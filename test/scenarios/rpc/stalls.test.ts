import { describe, expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/replies";
import { type RpcHost, rpcHost } from "@oh-my-pi/pi-testkit/rpc-host";
import { stallingWire, type WireStall } from "./stalling-wire.ts";

interface Place {
	readonly name: string;
	readonly stall: WireStall;
	/** What the model does before it stalls. */
	readonly before: ReadonlyArray<ReturnType<typeof text>>;
}

const look = toolCall("bash", { i: "look", command: "echo looked >> looks.txt" });
const places: readonly Place[] = [
	{ name: "before the headers", stall: "before-headers", before: [] },
	{ name: "in the middle of an event", stall: "mid-event", before: [] },
	{ name: "before the headers, after a tool's result", stall: "before-headers", before: [look] },
	{ name: "in the middle of an event, after a tool's result", stall: "mid-event", before: [look] },
];

/** Nobody waits long for a word here, and nobody rests long before another try. */
const patience = { PI_STREAM_FIRST_EVENT_TIMEOUT_MS: "400", PI_STREAM_IDLE_TIMEOUT_MS: "400" };

/** A prompt whose reply has just stopped coming. */
async function stalledAt(place: Place, options: { env?: Record<string, string> } = {}) {
	const omp = await ompProject({ replies: [...place.before, text("Never whole."), text("One."), text("Two.")] });
	await omp.home.write(".omp/agent/config.yml", "retry:\n  baseDelayMs: 1\n");
	const wire = await stallingWire(omp, place.before.length, place.stall);
	const host = rpcHost(omp, { env: options.env ?? patience });
	host.send({ id: "p", type: "prompt", message: "go" });
	await wire.stalled;
	return {
		omp,
		host,
		async [Symbol.asyncDispose]() {
			for (const part of [host, wire, omp]) await part[Symbol.asyncDispose]();
		},
	};
}

const lastAsked = (omp: OmpProject) => JSON.stringify((omp.model.requests.at(-1)?.messages as unknown[])?.at(-1));
const ends = (host: RpcHost) => host.frames.filter(({ type }) => type === "agent_end");

async function settled(host: RpcHost, omp: OmpProject, place: Place) {
	await host.frame({ type: "agent_end" });
	const { data } = await host.ask({ id: "s", type: "get_state" });
	expect(data).toMatchObject({ isStreaming: false, queuedMessageCount: 0 });
	expect(ends(host)).toHaveLength(1);
	// No retry runs a tool again whose result is known.
	const looks = place.before.length > 0 ? await omp.files.read("looks.txt") : "";
	expect(looks).toBe("looked\n".repeat(place.before.length));
	const { data: said } = await host.ask({ id: "t", type: "get_last_assistant_text" });
	return (said as { text: string | null }).text;
}

describe.each(places.map((place) => [place.name, place] as const))("a reply that stops coming %s", (_name, place) => {
	test("is asked for again, and the conversation goes on", async () => {
		await using session = await stalledAt(place);
		const { host, omp } = session;
		expect(await settled(host, omp, place)).toBe("One.");
		const from = host.frames.length;
		host.send({ id: "n", type: "prompt", message: "and now?" });
		await host.frame({ type: "agent_end" }, { from });
		expect(lastAsked(omp)).toContain("and now?");
	});

	test("takes a steering message along", async () => {
		await using session = await stalledAt(place);
		const { host, omp } = session;
		await host.ask({ id: "x", type: "steer", message: "and look there" });
		expect(await settled(host, omp, place)).toMatch(/^(One|Two)\.$/);
		expect(JSON.stringify(omp.model.requests.at(-1)?.messages)).toContain("and look there");
	});

	test("holds a follow-up back until it has ended", async () => {
		await using session = await stalledAt(place);
		const { host, omp } = session;
		await host.ask({ id: "x", type: "follow_up", message: "and then that" });
		expect(await settled(host, omp, place)).toMatch(/^(One|Two)\.$/);
		expect(lastAsked(omp)).toContain("and then that");
	});

	test("makes way for another prompt at once", async () => {
		await using session = await stalledAt(place, { env: {} });
		const { host, omp } = session;
		host.send({ id: "x", type: "abort_and_prompt", message: "this instead" });
		expect(await settled(host, omp, place)).toBe("One.");
		expect(lastAsked(omp)).toContain("this instead");
	});

	test("ends with an abort at once", async () => {
		await using session = await stalledAt(place, { env: {} });
		const { host, omp } = session;
		await host.ask({ id: "x", type: "abort" });
		await settled(host, omp, place);
		expect(ends(host)[0]?.messages).toContainEqual(expect.objectContaining({ stopReason: "aborted" }));
	});
});
