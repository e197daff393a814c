import { expect, test } from "bun:test";
import { until } from "./until.ts";

test("until: returns the first truthy value of the condition", async () => {
	let calls = 0;
	const value = await until(() => (++calls === 3 ? `after ${calls}` : undefined), { everyMs: 1 });
	expect(value).toBe("after 3");
});

test("until: an error in the condition means not yet", async () => {
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

test("until: on timeout it reports what was awaited and the last error", async () => {
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
