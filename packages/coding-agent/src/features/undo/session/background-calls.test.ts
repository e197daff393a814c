import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { JobBoard } from "@oh-my-pi/pi-tools/jobs/job-board";
import { BackgroundCalls } from "./background-calls.ts";

function recordedCall() {
	return {
		beganAt: 1,
		isEnded: false,
		async end() {
			this.isEnded = true;
			return [];
		},
	};
}

test("a call stays open while a command that it started goes on, and at most until the turn ends", async () => {
	await using jobs = new JobBoard({ now: () => 2 });
	const background = new BackgroundCalls(jobs);
	const first = Promise.withResolvers<void>();
	const run = async (done: Promise<void>) => {
		await done;
		return { text: "", isError: false };
	};
	jobs.start({ type: "bash", label: "make", ownerId: "main", run: () => run(first.promise) });
	const one = recordedCall();
	expect(background.keep("main", one)).toBe(true);
	expect(background.keep("other", recordedCall())).toBe(false);
	expect(background.keep("main", { ...recordedCall(), beganAt: 3 })).toBe(false);
	expect(one.isEnded).toBe(false);
	first.resolve();
	await until(() => one.isEnded);
	const never = Promise.withResolvers<void>();
	jobs.start({ type: "process", label: "dev server", ownerId: "main", id: "dev", run: () => run(never.promise) });
	const two = recordedCall();
	expect(background.keep("main", two)).toBe(true);
	expect((await background.endAll()).map(({ label }) => label)).toEqual(["dev server"]);
	expect(two.isEnded).toBe(true);
	expect(await background.endAll()).toEqual([]);
	never.resolve();
});
