import { parentPort } from "node:worker_threads";
import { NewestPaths } from "./newest-paths.ts";
import { NewestWalk } from "./newest-walk.ts";
import { type FromThread, type ToThread, WalkSignals } from "./walk-messages.ts";

interface Work {
	readonly walk: NewestWalk;
	readonly newest: NewestPaths;
	readonly signals: WalkSignals;
	doneBatches: number;
}

/** Few enough to react quickly to requests, also on a slow disk. */
const entriesAtOnce = 50;

let work: Work | undefined;

/** Entry of a worker thread that helps walks of other threads, one after the other. */
parentPort?.on("message", (message: ToThread) => {
	if (message.kind === "begin") {
		// One more than the limit shows that there were more.
		const newest = new NewestPaths(message.limit + 1);
		work = {
			newest,
			walk: new NewestWalk(message.scope, newest),
			signals: new WalkSignals(message.signals),
			doneBatches: 0,
		};
	} else if (work && message.kind === "folders") {
		work.walk.takeOver(message.folders);
		lookInto(work);
		work.doneBatches++;
		tell({ kind: "idle", doneBatches: work.doneBatches });
	} else if (work) {
		tell({ kind: "found", found: work.newest.page().found });
		work.walk[Symbol.dispose]();
		work = undefined;
	}
});

function lookInto({ walk, signals }: Work): void {
	let count = 0;
	const isEnough = () => ++count % entriesAtOnce === 0;
	while (!signals.isStopped && walk.proceed(isEnough)) {
		if (signals.isAskedForFolders) share(walk, signals);
	}
}

function share(walk: NewestWalk, signals: WalkSignals): void {
	const folders = walk.handOver();
	if (folders.length === 0) return;
	if (signals.answer()) tell({ kind: "folders", folders });
	else walk.takeOver(folders);
}

function tell(message: FromThread): void {
	parentPort?.postMessage(message);
}
