import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { TimeBudget } from "./time-budget.ts";

test("time stands still while the user is asked, and goes on afterwards", async () => {
	using budget = new TimeBudget(20, () => new Error("too late"));
	budget.hold(true);
	budget.hold(true);
	await Bun.sleep(60);
	budget.hold(false);
	await Bun.sleep(60);
	expect(budget.signal.aborted).toBe(false);
	budget.hold(false);
	await until(() => budget.signal.aborted);
	expect(budget.signal.reason).toEqual(new Error("too late"));
});
