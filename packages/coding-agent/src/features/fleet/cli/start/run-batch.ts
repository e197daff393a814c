import type { FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import { countOf, money } from "../../text/money.ts";
import { taskJson } from "../../text/task-text.ts";
import { PlainLines } from "../../watch/plain-lines.ts";
import { allTasks } from "../shared/find-targets.ts";
import { type FleetInvocation, printJson, wantsJson } from "../shared/fleet-action.ts";
import type { OpenFleet } from "../shared/open-fleet.ts";
import { openLiveView } from "../shared/open-live-view.ts";
import { drainOnSignal } from "./drain-signals.ts";
import { startWorker } from "./start-worker.ts";

/** Does a batch with workers of this process and shows how far it is. Gives the exit code. */
export async function runBatch(
	invocation: FleetInvocation,
	fleet: OpenFleet,
	{ batch, slots }: { readonly batch: string; readonly slots: number },
): Promise<number> {
	const { io } = invocation;
	const json = wantsJson(invocation);
	const view = json
		? undefined
		: await openLiveView(invocation, fleet, { batch, stopWords: "Ctrl+C stop after this turn" });
	const lines = view ? undefined : new PlainLines(json ? io.stderr : io.stdout, { json: false, now: fleet.host.now });
	const stop = new AbortController();
	const stopped = Promise.withResolvers<void>();
	stop.signal.addEventListener("abort", () => stopped.resolve(), { once: true });
	{
		await using _view = view;
		await using worker = await startWorker(invocation, fleet, {
			slots,
			onEvent: (event) => {
				view?.handle(event);
				lines?.show(event);
			},
		});
		let drained: Promise<void> | undefined;
		const drain = () => {
			if (drained) io.exit(130);
			drained = worker.drain();
			view?.notify("Stopping: turns that are under way are finished and handed back. Once more to exit at once.");
			if (!view)
				void io.stderr.write(
					"Stopping: turns that are under way are finished and handed back. Once more to exit at once.\n",
				);
			drained.then(
				() => stop.abort(),
				() => stop.abort(),
			);
		};
		view?.onStop(drain);
		using _signals = drainOnSignal(drain, io.exit);
		await Promise.race([untilDone(fleet.queue, batch, stop.signal), worker.failed]);
		if (view && !drained) {
			view.notify("All tasks have ended.");
			await Promise.race([view.unread(), stopped.promise]);
		}
		await (drained ?? worker.drain());
	}
	await lines?.end();
	return summarize(invocation, fleet, batch, stop.signal.aborted);
}

const pollMs = 250;

async function untilDone(queue: FleetQueue, batch: string, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		const { queued, running, waiting } = await queue.counts(batch).catch(() => ({ queued: 1, running: 0, waiting: 0 }));
		if (queued + running + waiting === 0) return;
		await Promise.race([
			Bun.sleep(pollMs),
			new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true })),
		]);
	}
}

async function summarize(
	invocation: FleetInvocation,
	{ queue }: OpenFleet,
	id: string,
	wasStopped: boolean,
): Promise<number> {
	const { io } = invocation;
	const counts = await queue.counts(id);
	const batch = await queue.batch(id);
	const left = counts.queued + counts.running + counts.waiting;
	const isInterrupted = wasStopped && left > 0;
	let hitCap = false;
	const shownFailures: string[] = [];
	for await (const task of allTasks(queue, { batch: id, states: ["failed"] })) {
		hitCap ||= task.result?.cap !== undefined;
		if (shownFailures.length < 10)
			shownFailures.push(`  ${task.name}: ${task.result?.reason ?? "error"}: ${task.result?.message ?? ""}`);
	}
	const code = isInterrupted ? 130 : hitCap ? 3 : counts.failed + counts.cancelled > 0 ? 1 : 0;
	if (wantsJson(invocation)) {
		const tasks: unknown[] = [];
		for await (const task of allTasks(queue, { batch: id })) tasks.push(taskJson(task));
		await printJson(invocation, { batch: id, name: batch?.name, counts, exitCode: code, tasks });
		return code;
	}
	const parts = [
		`${countOf(counts.done, "task")} done`,
		...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
		...(counts.cancelled > 0 ? [`${counts.cancelled} cancelled`] : []),
		...(left > 0 ? [`${left} left`] : []),
	];
	const { foreignText } = await import("../../../../process/terminal/terminal-text.ts");
	const failures =
		shownFailures.length === 0
			? ""
			: `${shownFailures.join("\n")}\n${counts.failed > shownFailures.length ? `  and ${counts.failed - shownFailures.length} more\n` : ""}`;
	await io.stdout.write(
		foreignText(io.stdout, `${batch?.name ?? id}: ${parts.join(", ")}, ${money(counts.usd)}\n${failures}`),
	);
	if (isInterrupted) await io.stderr.write(`What is left stays in the queue. Continue: omp fleet run --batch ${id}\n`);
	else
		await io.stderr.write(
			`${counts.failed > 0 ? `Again: omp fleet retry ${id}\n` : ""}Report: omp fleet report ${id}\n`,
		);
	return code;
}
