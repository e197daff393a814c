import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import type { UsageHistoryRow } from "@oh-my-pi/pi-ai/auth/store/account-usage";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type FindBroker, QuotaHistory } from "./quota-history.ts";

const row: UsageHistoryRow = {
	...{ recordedAt: 1000, provider: "anthropic", accountKey: "a", limitId: "5h", label: "5 hours" },
	...{ windowLabel: "5h", usedFraction: 0.5, status: "ok" },
} as unknown as UsageHistoryRow;

async function reading(findBroker: FindBroker) {
	const home = await workspace();
	using database = new Database(home.file("agent.db"));
	database.run("CREATE TABLE other (value TEXT)");
	let now = 100 * 24 * 3600_000;
	return {
		history: new QuotaHistory(home.path, () => now, findBroker),
		later: (ms: number) => {
			now += ms;
		},
		[Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
	};
}

test("quota history: a broker that is configured is asked, once a minute", async () => {
	const asked: number[] = [];
	const usageHistory = async (sinceMs: number) => {
		asked.push(sinceMs);
		return [row];
	};
	await using one = await reading(async () => ({ usageHistory }));
	expect([await one.history.read(), await one.history.read()]).toEqual([[row], [row]]);
	one.later(61_000);
	await one.history.read();
	expect(asked).toEqual([10 * 24 * 3600_000, 10 * 24 * 3600_000 + 61_000]);
});

test("quota history: without a broker, or with one that cannot be reached, it is that of this machine", async () => {
	await using alone = await reading(async () => undefined);
	await using lost = await reading(() => Promise.reject(new Error("no route")));
	expect([await alone.history.read(), await lost.history.read()]).toEqual([[], []]);
});
