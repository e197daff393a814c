import { expect, test } from "bun:test";
import { latestOnly } from "./latest-only.ts";

test("latestOnly: while one value is being sent, only the last of the following ones is kept", async () => {
	const sent: number[] = [];
	const gates: Array<() => void> = [];
	const send = latestOnly(async (value: number) => {
		sent.push(value);
		await new Promise<void>((resolve) => gates.push(resolve));
	});
	for (const value of [1, 2, 3]) send(value);
	expect(sent).toEqual([1]);
	gates.shift()?.();
	await Bun.sleep(0);
	expect(sent).toEqual([1, 3]);
	gates.shift()?.();
	await Bun.sleep(0);
	send(4);
	expect(sent).toEqual([1, 3, 4]);
});
