import { expect, test } from "bun:test";
import { PromptQueue } from "./prompt-queue.ts";

test("prompts beyond the limit wait in order, and one that is cancelled leaves the queue", async () => {
	const queue = new PromptQueue(1);
	const { signal } = new AbortController();
	const log: string[] = [];
	const wait = async (name: string, until = signal) => {
		const slot = await queue.take(until, () => log.push(`${name} waits`));
		log.push(`${name} runs`);
		return slot;
	};
	const first = await wait("first");
	const cancel = new AbortController();
	const second = wait("second", cancel.signal).catch((error) => log.push(`second: ${error}`));
	const third = wait("third");
	cancel.abort("cancelled");
	await second;
	first[Symbol.dispose]();
	// Giving it back twice makes no second slot.
	first[Symbol.dispose]();
	const last = wait("last");
	(await third)[Symbol.dispose]();
	await last;
	expect(log).toEqual([
		"first runs",
		"second waits",
		"third waits",
		"second: cancelled",
		"last waits",
		"third runs",
		"last runs",
	]);
	expect(queue.take(AbortSignal.abort("too late"), () => {})).rejects.toBe("too late");
});
