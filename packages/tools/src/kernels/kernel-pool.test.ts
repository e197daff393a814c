import { expect, test } from "bun:test";
import { KernelPool, type Poolable } from "./kernel-pool.ts";

function pool(options: { maxKernels?: number; idleMs?: number } = {}) {
	let now = 0;
	const killed: string[] = [];
	const kernels = new KernelPool<Poolable & { name: string; isAlive: boolean }>({ now: () => now, ...options });
	let count = 0;
	const take = (key: string) =>
		kernels.take(key, () => {
			const name = `${key}${++count}`;
			return { name, isAlive: true, kill: async () => void killed.push(name) };
		});
	const pass = (ms: number) => {
		now += ms;
	};
	return { kernels, take, killed, pass };
}

test("a kernel stays until it dies or is reset", async () => {
	const { kernels, take, killed } = pool();
	const first = take("a");
	expect(take("a")).toBe(first);
	first.isAlive = false;
	expect(take("a").name).toBe("a2");
	await Promise.all([kernels.reset("a"), kernels.reset("a")]);
	expect([killed, take("a").name]).toEqual([["a2"], "a3"]);
	await kernels[Symbol.asyncDispose]();
	expect([killed, kernels.size]).toEqual([["a2", "a3"], 0]);
});

test("the one used longest ago makes room", () => {
	const { take, killed } = pool({ maxKernels: 2 });
	take("a");
	take("b");
	take("a");
	take("c");
	expect(killed).toEqual(["b2"]);
});

test("one that nobody has used for long is let go", () => {
	const { take, killed, pass } = pool({ idleMs: 1000 });
	take("a");
	pass(1001);
	take("b");
	expect(killed).toEqual(["a1"]);
});
