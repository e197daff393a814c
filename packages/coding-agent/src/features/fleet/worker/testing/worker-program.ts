import { openQueue } from "@oh-my-pi/pi-fleet/open-queue";
import { openStore } from "@oh-my-pi/pi-fleet/open-store";
import { FleetWorker } from "../fleet-worker.ts";

// A worker as a process of its own, for tests that kill it. It says a line for each event and ends when it is told to, or, with `untilIdle`, when
// nothing is left.

const { fleetDir, agentDir, slots, omp, queueUrl, storeUrl, pollMs, untilIdle } = JSON.parse(process.argv[2] ?? "{}");
const env = { ...process.env };
await using queue = await openQueue(queueUrl, { fleetDir });
await using store = await openStore(storeUrl, { fleetDir, env });
const host = {
	cwd: process.cwd(),
	home: process.env.HOME ?? "/",
	env,
	now: () => Date.now(),
	newId: () => Bun.randomUUIDv7(),
};
const worker = FleetWorker.start({
	queue,
	store,
	host,
	directories: { fleet: fleetDir, agent: agentDir },
	slots: slots ?? 2,
	omp,
	sandbox: "off",
	pollMs: pollMs ?? 200,
	onEvent: (event) => {
		if (event.type !== "task_frame") console.log(JSON.stringify(event));
	},
});
const ended = Promise.withResolvers<void>();
process.on("SIGTERM", () => ended.resolve());
await Promise.race([ended.promise, worker.failed, ...(untilIdle ? [worker.idle()] : [])]);
await worker.drain();
