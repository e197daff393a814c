import { expect, setDefaultTimeout, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { bankIn, newMemory, storedMemory } from "../testing/make-memory.ts";

setDefaultTimeout(600_000);

const count = process.env.OMP_TEST_FULL === "1" ? 1_000_000 : 30_000;
/** Nothing that a session waits for may take longer, however much is remembered. */
const longestMs = 2000;

test(`a bank of ${count.toLocaleString("en")} memories is opened, searched, listed, changed and checked without a pause`, async () => {
	await using folder = await workspace();
	{
		using bank = bankIn(folder.path);
		for (let from = 0; from < count; from += 5000) {
			bank.insert(
				Array.from({ length: 5000 }, (_, index) => {
					const number = from + index;
					return storedMemory(`note ${number} about service${number % 997} and topic${number % 89}`, {
						id: `m${number}`,
					});
				}),
			);
		}
	}
	const took: Record<string, number> = {};
	const timed = <Result>(name: string, work: () => Result): Result => {
		const start = performance.now();
		const result = work();
		took[name] = performance.now() - start;
		return result;
	};
	using bank = timed("open", () => bankIn(folder.path));
	expect(timed("search", () => bank.search({ text: `what about service${count % 997}?`, limit: 8 }))).toHaveLength(8);
	expect(timed("search for a word that is everywhere", () => bank.search({ text: "note", limit: 8 }))).toHaveLength(8);
	expect(timed("list", () => bank.list({ limit: 50 }))).toHaveLength(50);
	expect(timed("list a project", () => bank.list({ limit: 50, project: "none" }))).toEqual([]);
	const [added] = timed("add", () => bank.add([newMemory("one more note about heron")]));
	expect(timed("update", () => bank.update("m7", { content: "changed" })).status).toBe("updated");
	expect(timed("forget", () => bank.forget("m8")).status).toBe("deleted");
	expect(timed("find", () => bank.find(added?.id ?? ""))?.content).toBe("one more note about heron");
	expect(timed("what is due", () => [...bank.derivation.extractDue(1), ...bank.derivation.mergeDue(200)])).toEqual([]);
	expect(timed("count", () => bank.counts()).all).toBe(count);
	expect(Object.entries(took).filter(([, ms]) => ms > longestMs)).toEqual([]);
});
