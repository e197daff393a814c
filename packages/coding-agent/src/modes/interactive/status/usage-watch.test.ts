import { expect, test } from "bun:test";
import { noUsage, type UsageStatistics } from "@oh-my-pi/pi-session/tree/usage-totals";
import { until } from "@oh-my-pi/pi-testkit/until";
import { UsageWatch } from "./usage-watch.ts";

const used = { ...noUsage(), cost: 3 };

function slowLog() {
	const counted = Promise.withResolvers<void>();
	const log = {
		knownUsage: undefined as UsageStatistics | undefined,
		starts: 0,
		countUsage() {
			log.starts++;
			return counted.promise;
		},
		finish() {
			log.knownUsage = used;
			counted.resolve();
		},
	};
	return log;
}

test("usage is nothing until it is counted, counted once, and then told", async () => {
	const log = slowLog();
	let told = 0;
	const watch = new UsageWatch(
		() => told++,
		async () => {},
	);
	expect([watch.of(log), watch.of(log)]).toEqual([noUsage(), noUsage()]);
	await until(() => log.starts > 0);
	expect([log.starts, told]).toEqual([1, 0]);
	log.finish();
	await until(() => told === 1);
	expect([watch.of(log), log.starts]).toEqual([used, 1]);
});

test("usage of a session that was left is not told of any more", async () => {
	const [first, second] = [slowLog(), slowLog()];
	let told = 0;
	const watch = new UsageWatch(
		() => told++,
		async () => {},
	);
	watch.of(first);
	watch.of(second);
	first.finish();
	second.finish();
	await until(() => told > 0);
	expect([told, watch.of(second)]).toEqual([1, used]);
});
