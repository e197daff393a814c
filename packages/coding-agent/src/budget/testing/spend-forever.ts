// Asks a model again and again under a cap, until it is reached or the process is killed. The bill is a file, one line a request.
import { appendFileSync } from "node:fs";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { isBudgetStop } from "../../conversation/recovery/failure-kind.ts";
import { Settings } from "../../settings/settings.ts";
import { Budget } from "../budget.ts";
import { BillingProvider } from "./billing-provider.ts";

const [home = "", bill = "", seed = "1", capUsd = "1"] = process.argv.slice(2);
const random = seeded(Number(seed));
let before = 0;
const provider = new BillingProvider(random, (billed) => {
	appendFileSync(bill, `${billed - before}\n`);
	before = billed;
});
const settings = new Settings({ global: { budget: { day: { usd: Number(capUsd) } } } });
const host = { home, env: {}, now: Date.now, newId: () => Bun.randomUUIDv7() };
const budget = new Budget({ host, settings, registry: { modelsOf: async () => [] } });
const meter = budget.openMeter({ id: "Main", session: () => "s", project: () => "/p" });
meter.hook.onBusy?.();
const stream = meter.stream(provider.stream);
const cost = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const model = { ...scriptedModelRecord, baseUrl: "https://api.example", cost, maxTokens: 2000 };
const child = async () => {
	for (;;) {
		const content = "word ".repeat(1 + random.below(200));
		const reply = await stream(model, { messages: [{ role: "user", content, timestamp: 0 }] }).result();
		if (isBudgetStop(reply)) return;
		process.stdout.write(".");
	}
};
await Promise.all(Array.from({ length: 6 }, child));
process.stdout.write("reached");
