import { expect, test } from "bun:test";
import { Renewed } from "./renewed.ts";

interface Numbered {
	readonly number: number;
	readonly expiresAt?: number;
}

function numbered(lifetimeMs: number | undefined) {
	let now = 0;
	let loads = 0;
	const load = async (): Promise<Numbered> => {
		const number = ++loads;
		return lifetimeMs === undefined ? { number } : { number, expiresAt: now + lifetimeMs };
	};
	const held = new Renewed(load, () => now);
	return {
		held,
		setNow: (value: number) => {
			now = value;
		},
		loads: () => loads,
	};
}

test("renewed: a credential is cached until a minute before expiry", async () => {
	const { held, setNow } = numbered(3_600_000);
	const numbers: number[] = [];
	for (const now of [0, 3_539_999, 3_540_000, 7_079_999, 7_080_000]) {
		setNow(now);
		numbers.push((await held.get()).number);
	}
	expect(numbers).toEqual([1, 1, 2, 2, 3]);
});

test("renewed: one without expiry is cached forever", async () => {
	const { held, setNow } = numbered(undefined);
	await held.get();
	setNow(1e15);
	expect((await held.get()).number).toBe(1);
});

test("renewed: concurrent callers share one fetch, which an abort of one does not cancel", async () => {
	const gate = Promise.withResolvers<Numbered>();
	let loads = 0;
	const held = new Renewed(
		() => {
			loads++;
			return gate.promise;
		},
		() => 0,
	);
	const leaving = new AbortController();
	const impatient = held.get({ signal: leaving.signal });
	const patient = [held.get(), held.get()];
	leaving.abort(new Error("left"));
	await expect(impatient).rejects.toThrow("left");
	gate.resolve({ number: 1 });
	expect(await Promise.all(patient)).toEqual([{ number: 1 }, { number: 1 }]);
	expect(loads).toBe(1);
});

test("renewed: a refused credential is not returned again, nor one already being fetched", async () => {
	const { held, loads } = numbered(undefined);
	await held.get();
	held.invalidate();
	const onItsWay = held.get();
	held.invalidate();
	expect((await onItsWay).number).toBe(2);
	expect((await held.get()).number).toBe(3);
	expect(loads()).toBe(3);
});

test("renewed: a failed fetch is retried by the next caller", async () => {
	let loads = 0;
	const held = new Renewed<Numbered>(
		async () => {
			if (++loads === 1) throw new Error("down");
			return { number: loads };
		},
		() => 0,
	);
	await expect(held.get()).rejects.toThrow("down");
	expect(await held.get()).toEqual({ number: 2 });
});
