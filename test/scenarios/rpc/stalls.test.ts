import { describe, expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type RpcHost, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { stallingWire, type WireStall } from "./stalling-wire.ts";

interface Place {
	readonly name: string;
	readonly stall: WireStall;
	/** Behavior before the stall. */
	readonly before: ReadonlyArray<ReturnType<typeof text>>;
}

const look = toolCall("bash", { i: "look", command: "echo looked >> looks.txt" });
const places: readonly Place[] = [
	{ name: "before the headers", stall: "before-headers", before: [] },
	{ name: "in the middle of an event", stall: "mid-event", before: [] },
	{ name: "before the headers, after a tool's result", stall: "before-headers", before: [look] },
	{ name: "in the middle of an event, after a tool's result", stall: "mid-event", before: [look] },
];

/** Short timeouts and backoff. */
const patience = { PI_STREAM_FIRST_EVENT_TIMEOUT_MS: "400", PI_STREAM_IDLE_TIMEOUT_MS: "400" };

/** A prompt whose reply has just stalled. */
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
	// A retry does not run a tool again that has a result.
	const looks = place.before.length > 0 ? await omp.files.read("looks.txt") : "";
	expect(looks).toBe("looked\n".repeat(place.before.length));
	const { data: said } = await host.ask({ id: "t", type: "get_last_assistant_text" });
	return (said as { text: string | null }).text;
}

describe.each(places.map((place) => [place.name, place] as const))("a reply that stalls %s", (_name, place) => {
	test("is retried, and the conversation continues", async () => {
		await using session = await stalledAt(place);
		const { host, omp } = session;
		expect(await settled(host, omp, place)).toBe("One.");
		const from = host.frames.length;
		host.send({ id: "n", type: "prompt", message: "and now?" });
		await host.frame({ type: "agent_end" }, { from });
		expect(lastAsked(omp)).toContain("and now?");
	});

	test("includes a steering message in the retry", async () => {
		await using session = await stalledAt(place);
		const { host, omp } = session;
		await host.ask({ id: "x", type: "steer", message: "and look there" });
		expect(await settled(host, omp, place)).toMatch(/^(One|Two)\.$/);
		expect(JSON.stringify(omp.model.requests.at(-1)?.messages)).toContain("and look there");
	});

	test("delays a follow-up until it has ended", async () => {
		await using session = await stalledAt(place);
		const { host, omp } = session;
		await host.ask({ id: "x", type: "follow_up", message: "and then that" });
		expect(await settled(host, omp, place)).toMatch(/^(One|Two)\.$/);
		expect(lastAsked(omp)).toContain("and then that");
	});

	test("is replaced by abort_and_prompt at once", async () => {
		await using session = await stalledAt(place, { env: {} });
		const { host, omp } = session;
		host.send({ id: "x", type: "abort_and_prompt", message: "this instead" });
		expect(await settled(host, omp, place)).toBe("One.");
		expect(lastAsked(omp)).toContain("this instead");
	});

	test("can be aborted at once", async () => {
		await using session = await stalledAt(place, { env: {} });
		const { host, omp } = session;
		await host.ask({ id: "x", type: "abort" });
		await settled(host, omp, place);
		expect(ends(host)[0]?.messages).toContainEqual(expect.objectContaining({ stopReason: "aborted" }));
	});
});
