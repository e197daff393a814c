import { expect, test } from "bun:test";
import { until } from "./until.ts";

test("until: returns the first truthy value the condition gives", async () => {
	let calls = 0;
	const value = await until(() => (++calls === 3 ? `after ${calls}` : undefined), { everyMs: 1 });
	expect(value).toBe("after 3");
});

test("until: an error inside the condition means not yet", async () => {
	let calls = 0;
	const value = await until(
		async () => {
			if (++calls < 3) throw new Error("not there");
			return calls;
		},
		{ everyMs: 1 },
	);
	expect(value).toBe(3);
});

test("until: when time runs out it says what was awaited and why it failed last", async () => {
	const waiting = until(
		() => {
			throw new Error("file missing");
		},
		{ timeoutMs: 10, everyMs: 1, describe: () => "the file" },
	);
	await expect(waiting).rejects.toEqual(
		new Error("Waited 10 ms in vain for the file", { cause: new Error("file missing") }),
	);
});
