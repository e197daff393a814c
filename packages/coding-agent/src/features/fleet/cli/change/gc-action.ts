import { UsageError } from "../../../../process/usage-error.ts";
import { countOf } from "../../text/money.ts";
import { type FleetAction, printJson, textFlag, wantsJson } from "../shared/fleet-action.ts";
import { openFleet } from "../shared/open-fleet.ts";

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Removes tasks that ended long ago, and what the store has of them. */
export const gcAction: FleetAction = async (invocation) => {
	if (invocation.words.length > 0) throw new UsageError(`unexpected argument "${invocation.words[0]}"`);
	const text = textFlag(invocation, "older-than") ?? "30d";
	const [, number = "", unit = ""] = /^(\d+)([mhdw])$/.exec(text) ?? [];
	const olderThanMs = Number(number) * (units[unit] ?? Number.NaN);
	if (number === "" || Number.isNaN(olderThanMs))
		throw new UsageError(`--older-than takes a time such as 12h or 30d, not "${text}"`);
	await using fleet = await openFleet(invocation);
	const store = await fleet.store();
	const prefixes = await fleet.queue.gc(olderThanMs);
	let objects = 0;
	for (const prefix of prefixes) objects += await store.remove(prefix);
	// Files of a batch whose submission was cut off.
	const known = new Set((await fleet.queue.batches()).map(({ id }) => id));
	const lost = new Set<string>();
	for await (const { key, changedAt } of store.list("batches/")) {
		const id = key.split("/")[1] ?? "";
		if (!known.has(id) && fleet.host.now() - changedAt > Math.max(olderThanMs, lostAfterMs)) lost.add(id);
	}
	for (const id of lost) objects += await store.remove(`batches/${id}/`);
	const tasks = prefixes.filter((prefix) => prefix.startsWith("tasks/")).length;
	if (wantsJson(invocation)) await printJson(invocation, { tasks, objects });
	else
		await invocation.io.stdout.write(
			`${countOf(tasks, "task")} and ${countOf(objects, "object")} of the store removed\n`,
		);
	return 0;
};

/** A submission that is under way has no batch yet. */
const lostAfterMs = 86_400_000;
