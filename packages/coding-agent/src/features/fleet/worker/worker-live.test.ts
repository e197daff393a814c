import { expect, test } from "bun:test";
import { delivered, gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { fleetBench } from "./testing/fleet-bench.ts";

test("what a turn is at is seen before it ends: the running tool, the text, what somebody said", async () => {
	const held = gate();
	await using bench = await fleetBench();
	const go = bench.folder.file("go");
	const command = `until [ -e ${go} ]; do sleep 0.05; done`;
	const words = text("I am writing a long answer about it.");
	bench.model.script(
		toolCall("bash", { i: "Waiting", command }),
		delivered(words, { hold: { afterChunks: 4, gate: held } }),
	);
	const [id = ""] = await bench.submit({});
	await bench.queue.send(id, { kind: "attend" });
	await using worker = bench.worker({ pollMs: 100 });
	const progress = async () => (await bench.queue.task(id))?.progress;
	const live = async () => (await progress())?.live;
	const patience = { timeoutMs: 30_000, everyMs: 100 };
	await until(async () => (await live())?.call?.includes(command), patience);
	expect((await progress())?.turns).toBe(0);
	expect((await progress())?.status).toBe("Waiting");
	await bench.queue.send(id, { kind: "steer", text: "and be quick" });
	await worker.refresh();
	await until(async () => (await live())?.steered?.includes("and be quick"), patience);
	await bench.folder.write("go", "");
	await until(async () => (await live())?.text?.startsWith("I am"), patience);
	expect((await live())?.call).toBeUndefined();
	held.open();
	await until(async () => (await bench.queue.task(id))?.state === "done", patience);
	expect(await live()).toBeUndefined();
}, 90_000);
