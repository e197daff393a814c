import { expect, test } from "bun:test";
import { isAbort, raceAbort, sleep } from "./abort.ts";

test("sleep rejects with the reason as soon as the signal fires", async () => {
	const controller = new AbortController();
	const sleeping = sleep(60_000, { signal: controller.signal });
	controller.abort(new DOMException("enough", "AbortError"));
	const error = await sleeping.catch((reason) => reason);
	expect(isAbort(error)).toBe(true);
});

test("raceAbort: resolves to the value, or rejects as soon as the signal fires", async () => {
	const controller = new AbortController();
	expect(await raceAbort(Promise.resolve(1), controller.signal)).toBe(1);
	controller.abort("stop");
	expect(await raceAbort(new Promise(() => {}), controller.signal).catch((reason) => reason)).toBe("stop");
});
