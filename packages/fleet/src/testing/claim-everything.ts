import { openQueue } from "../open-queue.ts";

/** `bun claim-everything.ts URL FOLDER WORKER`: a worker process that claims and settles until nothing is left, and prints its ids. */
const [url = "", fleetDir = "", id = ""] = process.argv.slice(2);
await using queue = await openQueue(url, { fleetDir });
const facts = { id, host: "here", pid: process.pid, slots: 4, format: 1, version: "1.0.0" };
const claimed: string[] = [];
for (;;) {
	const claims = await queue.claim(facts, 3);
	if (claims.length === 0) break;
	for (const claim of claims) {
		claimed.push(claim.task);
		if ((await queue.settle(claim, "done", { message: id })) === "lost") throw new Error(`${id} lost ${claim.task}`);
	}
}
process.stdout.write(JSON.stringify(claimed));
