import { UsageError } from "../../../../process/usage-error.ts";
import { fleetSettings } from "../../settings/fleet-settings.ts";
import { countOf } from "../../text/money.ts";
import { PlainLines } from "../../watch/plain-lines.ts";
import { countFlag, type FleetAction, wantsJson } from "../shared/fleet-action.ts";
import { openFleet } from "../shared/open-fleet.ts";
import { drainOnSignal } from "./drain-signals.ts";
import { startWorker } from "./start-worker.ts";

/** Does tasks of the queue until a signal drains it, or nothing is left with `--until-idle`. */
export const workerAction: FleetAction = async (invocation) => {
	const { io, args, words } = invocation;
	if (words.length > 0) throw new UsageError(`unexpected argument "${words[0]}"`);
	const flag = countFlag(invocation, "slots", 256);
	await using fleet = await openFleet(invocation);
	const slots = flag ?? fleet.settings.get(fleetSettings.slots);
	const lines = new PlainLines(io.stdout, { json: wantsJson(invocation), now: fleet.host.now });
	await using worker = await startWorker(invocation, fleet, { slots, onEvent: (event) => lines.show(event) });
	const stopped = Promise.withResolvers<void>();
	using signals = drainOnSignal(() => {
		void io.stderr.write(
			"Draining: turns that are under way are finished and handed back. Once more to exit at once.\n",
		);
		worker.drain().then(stopped.resolve, stopped.reject);
	}, io.exit);
	await io.stderr.write(`Working for the ${fleet.queue.engine} queue with ${countOf(slots, "slot")}. Ctrl+C drains.\n`);
	await Promise.race([stopped.promise, worker.failed, ...(args.flags.has("until-idle") ? [worker.idle()] : [])]);
	await lines.end();
	return signals.signal === "SIGINT" ? 130 : 0;
};
