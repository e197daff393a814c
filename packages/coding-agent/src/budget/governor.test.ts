import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { type Random, seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { isBudgetStop } from "../conversation/recovery/failure-kind.ts";
import { Settings } from "../settings/settings.ts";
import { Budget } from "./budget.ts";
import { BillingProvider } from "./testing/billing-provider.ts";
import type { UsageMeter } from "./usage-meter.ts";

const cents = (nanos: number) => nanos / 1e7;

function pricedModel(random: Random, id = "m"): Model {
	const input = 1 + random.below(20);
	const cost = { input, output: input * (1 + random.below(8)), cacheRead: input / 10, cacheWrite: input };
	return { ...scriptedModelRecord, id, baseUrl: "https://api.example", cost, maxTokens: 500 + random.below(8000) };
}

function budgetIn(home: string, caps: object): Budget {
	const settings = new Settings({ global: { budget: caps } });
	const host = { home, env: {}, now: Date.now, newId: () => Bun.randomUUIDv7() };
	return new Budget({ host, settings, registry: { modelsOf: async () => [] } });
}

function mainOf(budget: Budget, session = "s1"): UsageMeter {
	const meter = budget.openMeter({ id: "Main", session: () => session, project: () => "/project" });
	meter.hook.onBusy?.();
	return meter;
}

const asked = (text: string): Context => ({
	systemPrompt: ["You are a test."],
	messages: [{ role: "user", content: text, timestamp: 0 }],
	tools: [],
});

/** Fifty children that ask until a cap stops them, with retries, failures and cancellations. */
async function race(random: Random, budget: Budget, provider: BillingProvider): Promise<void> {
	const main = mainOf(budget);
	const child = async (index: number) => {
		const meter = budget.openMeter({ id: `Child${index}`, parent: "Main", session: () => "", project: () => "" });
		meter.hook.onBusy?.();
		const stream = meter.stream(provider.stream);
		const model = pricedModel(random, `m${index % 5}`);
		for (let turn = 0; turn < 40; turn++) {
			const cancel = new AbortController();
			const events = stream(model, asked("word ".repeat(1 + random.below(400))), { signal: cancel.signal });
			if (random.oneIn(8)) setTimeout(() => cancel.abort(), random.below(3));
			if (isBudgetStop(await events.result())) return;
		}
	};
	await Promise.all(Array.from({ length: 50 }, (_, index) => child(index)));
	main.hook.onIdle?.();
}

verifies(
	"settings:budget:race",
	async () => {
		for (let seed = 1; seed <= 16; seed++) {
			await using home = await workspace();
			const random = seeded(seed);
			const capUsd = (1 + random.below(600)) / 100;
			const capNanos = capUsd * 1e9;
			let worst = 0;
			const provider = new BillingProvider(random, (billed) => {
				worst = Math.max(worst, billed);
			});
			const budget = budgetIn(home.path, { session: { usd: capUsd } });
			await race(random, budget, provider);
			const { ledger } = await budget.governor();
			const state = ledger.stateOf("session:s1");
			expect(cents(worst)).toBeLessThanOrEqual(cents(capNanos));
			expect(state.nanos).toBeLessThanOrEqual(capNanos);
			// Estimates of what was cut off are never below the bill.
			expect(state.nanos).toBeGreaterThanOrEqual(provider.billedNanos);
			const rows = ledger.rows();
			const exact = rows.filter(({ outcome }) => outcome === "exact");
			expect(exact.reduce((sum, { nanos }) => sum + Number(nanos), 0)).toBe(provider.reportedNanos);
			expect(rows.reduce((sum, { requests }) => sum + Number(requests), 0)).toBe(provider.requests);
			expect({ nanos: state.heldNanos, tokens: state.heldTokens, requests: state.heldRequests }).toEqual({
				nanos: 0,
				tokens: 0,
				requests: 0,
			});
			// It was worth capping: the children wanted more.
			expect(state.nanos).toBeGreaterThan(capNanos / 2);
		}
	},
	60_000,
);

test("caps on tokens, requests and of one sub-agent hold under a race", async () => {
	await using home = await workspace();
	const random = seeded(42);
	const provider = new BillingProvider(random);
	const caps = { turn: { tokens: 400_000 }, session: { requests: 120 }, agent: { usd: 0.2 } };
	const budget = budgetIn(home.path, caps);
	await race(random, budget, provider);
	const { ledger } = await budget.governor();
	const session = ledger.stateOf("session:s1");
	expect(session.requests).toBeLessThanOrEqual(120);
	expect(session.tokens).toBeLessThanOrEqual(400_000);
	expect(provider.requests).toBe(session.requests);
	const agents = Array.from({ length: 50 }, (_, index) => ledger.stateOf(`agent:s1/Child${index}`));
	expect(Math.max(...agents.map(({ nanos }) => nanos))).toBeLessThanOrEqual(0.2e9);
	expect(agents.reduce((sum, { nanos }) => sum + nanos, 0)).toBe(session.nanos);
});

test("a request is given less room before it is refused, and a reply that fills it ends the run", async () => {
	await using home = await workspace();
	const budget = budgetIn(home.path, { session: { usd: 0.1 } });
	const meter = mainOf(budget);
	const asks: number[] = [];
	const provider = new BillingProvider({ ...seeded(1), oneIn: (count) => count === 3, below: () => 0 });
	const stream = meter.stream((model, context, options) => {
		asks.push(model.maxTokens, options?.maxTokens ?? 0);
		return provider.stream(model, context, options);
	});
	const model: Model = {
		...scriptedModelRecord,
		baseUrl: "https://api.example",
		cost: { input: 1, output: 10, cacheRead: 0, cacheWrite: 0 },
		maxTokens: 64_000,
	};
	const reply = await stream(model, asked("hi")).result();
	// $0.10 less the prompt at $1/M, at $10/M for the answer.
	const [room = 0] = asks;
	expect(room).toBeGreaterThan(9_900);
	expect(room).toBeLessThan(10_000);
	expect(asks).toEqual([room, room]);
	expect(isBudgetStop(reply)).toBe(true);
	expect(reply.content).not.toEqual([]);
	expect(reply.errorMessage).toMatch(/^Budget reached: \$0\.09\d+ of \$0\.10 used for this session \(1 request, /);
	const refused = await stream(model, asked("more")).result();
	expect(refused.errorMessage).toContain("and the next request may cost $0.0");
	expect(asks).toHaveLength(2);
});

test("a model that takes no limit is refused unless its longest answer fits", async () => {
	await using home = await workspace();
	const budget = budgetIn(home.path, { session: { usd: 0.1 } });
	const stream = mainOf(budget).stream(new BillingProvider(seeded(1)).stream);
	const model: Model = {
		...scriptedModelRecord,
		baseUrl: "https://api.example",
		cost: { input: 1, output: 10, cacheRead: 0, cacheWrite: 0 },
		maxTokens: 64_000,
		omitMaxOutputTokens: true,
	};
	expect(isBudgetStop(await stream(model, asked("hi")).result())).toBe(true);
	const small = await stream({ ...model, maxTokens: 2000 }, asked("hi")).result();
	expect(isBudgetStop(small)).toBe(false);
});

test("a remote model without a price costs as much as the dearest of its provider, a local one nothing", async () => {
	await using home = await workspace();
	const dear = { input: 10, output: 50, cacheRead: 1, cacheWrite: 12 };
	const settings = new Settings({ global: { budget: { session: { usd: 5 } } } });
	const host = { home: home.path, env: {}, now: Date.now, newId: () => Bun.randomUUIDv7() };
	const modelsOf = async () => [{ ...scriptedModelRecord, cost: dear }, scriptedModelRecord];
	const budget = new Budget({ host, settings, registry: { modelsOf } });
	const meter = mainOf(budget);
	const provider = new BillingProvider({ ...seeded(1), oneIn: () => false, below: () => 0 });
	const stream = meter.stream(provider.stream);
	await stream({ ...scriptedModelRecord, baseUrl: "https://api.example" }, asked("hi")).result();
	await stream({ ...scriptedModelRecord, baseUrl: "http://127.0.0.1:11434" }, asked("hi")).result();
	const { ledger } = await budget.governor();
	const [remote, local] = ledger.rows();
	expect(remote?.nanos).toBe(Number(remote?.input) * 10_000 + Number(remote?.output) * 50_000);
	expect(local?.nanos).toBe(0);
});

test("a request that outlasts the time of its turn is stopped at the cap", async () => {
	await using home = await workspace();
	const budget = budgetIn(home.path, { turn: { minutes: 0.002 } });
	const meter = mainOf(budget);
	const { AssistantMessageEventStream } = await import("@oh-my-pi/pi-ai/reply/event-stream");
	const { failReply } = await import("@oh-my-pi/pi-ai/reply/finish-reply");
	const { Reply } = await import("@oh-my-pi/pi-ai/reply/reply");
	const stream = meter.stream((model, _context, options = {}) => {
		const events = new AssistantMessageEventStream();
		const reply = new Reply(model, 0, (event) => events.push(event));
		reply.appendText("text", "So far");
		const timing = { startedAt: 0, firstContentAt: 0, endedAt: 0 };
		options.signal?.addEventListener("abort", () =>
			events.push(failReply(reply, options.signal?.reason, model, timing, { aborted: true })),
		);
		return events;
	});
	const reply = await stream(scriptedModelRecord, asked("hi")).result();
	expect(isBudgetStop(reply)).toBe(true);
	expect(reply.errorMessage).toContain("of 0 min used for this turn");
	expect(reply.content).toMatchObject([{ type: "text", text: "So far" }]);
	expect(isBudgetStop(await stream(scriptedModelRecord, asked("more")).result())).toBe(true);
});

test("without caps a request is one appended line, and nothing of the ledger is opened", async () => {
	await using home = await workspace();
	const budget = budgetIn(home.path, {});
	const meter = mainOf(budget);
	const stream = meter.stream(new BillingProvider({ ...seeded(1), oneIn: () => false, below: () => 0 }).stream);
	await stream(scriptedModelRecord, asked("hi"), { purpose: "title" }).result();
	await Bun.sleep(0);
	const files = [...new Bun.Glob("**/*").scanSync({ cwd: home.path, dot: true })];
	expect(files).toEqual([expect.stringMatching(/^\.omp\/budget\/inbox-\d{4}-\d{2}\.jsonl$/)]);
	const { ledger } = await budget.governor();
	expect(ledger.sums("source", { column: "session", value: "s1" })).toMatchObject([{ name: "title", requests: 1 }]);
	expect(ledger.stateOf("session:s1").requests).toBe(1);
	// Taken in once.
	expect(ledger.stateOf("session:s1").requests).toBe(1);
});

test("the same question after a failure is a retry", async () => {
	await using home = await workspace();
	const budget = budgetIn(home.path, {});
	const outcomes = [true, false, false];
	const flaky = new BillingProvider({
		...seeded(1),
		below: () => 0,
		oneIn: (n) => n === 20 && outcomes.shift() === true,
	});
	const stream = mainOf(budget).stream(flaky.stream);
	for (const text of ["hi", "hi", "there"]) await stream(scriptedModelRecord, asked(text)).result();
	const { ledger } = await budget.governor();
	expect(ledger.rows().map(({ source, outcome }) => [source, outcome])).toEqual([
		["agent", "failed"],
		["retry", "exact"],
		["agent", "exact"],
	]);
});

test("omps that are killed at random while they race never exceed a cap together, and leave nothing reserved", async () => {
	await using home = await workspace();
	const random = seeded(3);
	const bill = home.file("bill.txt");
	const script = join(import.meta.dir, "testing/spend-forever.ts");
	const capUsd = 1.5;
	let seed = 0;
	let reached = 0;
	const lane = async () => {
		// Killed a few times each, and then left alone until the cap is reached.
		for (let run = 0; run < 6; run++) {
			const args = [home.path, bill, String(++seed), String(capUsd)];
			const child = Bun.spawn([process.execPath, script, ...args], {
				stdin: "ignore",
				stdout: "pipe",
				stderr: "inherit",
			});
			if (run < 5) {
				await child.stdout.getReader().read();
				await Bun.sleep(random.below(25));
				child.kill("SIGKILL");
				await child.exited;
			} else if ((await new Response(child.stdout).text()).endsWith("reached")) reached++;
		}
	};
	await Promise.all([lane(), lane(), lane()]);
	expect(reached).toBe(3);
	const billed = (await home.read("bill.txt"))
		.trim()
		.split("\n")
		.reduce((sum, line) => sum + Number(line), 0);
	expect(billed).toBeLessThanOrEqual(capUsd * 1e9);
	const { ledger } = await budgetIn(home.path, {}).governor();
	const [row] = ledger.rows();
	const day = ledger.stateOf(`day:${row?.day}`);
	expect(day.nanos).toBeLessThanOrEqual(capUsd * 1e9);
	expect(day.nanos).toBeGreaterThanOrEqual(billed);
	expect([day.heldNanos, day.heldTokens, day.heldRequests]).toEqual([0, 0, 0]);
	expect(ledger.rows().some(({ outcome }) => outcome === "killed")).toBe(true);
}, 120_000);

test("cells see the tokens of the cap that leaves the least, or what the session has used", async () => {
	await using home = await workspace();
	const steady = { ...seeded(1), oneIn: () => false, below: () => 0 };
	const capped = budgetIn(home.path, { session: { tokens: 100_000 }, turn: { tokens: 50_000 } });
	await mainOf(capped).stream(new BillingProvider(steady).stream)(scriptedModelRecord, asked("hi")).result();
	const { spent, ...rest } = await capped.countTokens("Main");
	expect(spent).toBeGreaterThan(0);
	expect(rest).toEqual({ total: 50_000, remaining: 50_000 - spent });
	const free = budgetIn(home.path, {});
	mainOf(free);
	expect(await free.countTokens("Main")).toEqual({ total: null, spent, remaining: null });
	expect(await free.countTokens("Nobody")).toEqual({ total: null, spent: 0, remaining: null });
});

test("a sub-agent's cap counts all below it, and others go on", async () => {
	await using home = await workspace();
	const budget = budgetIn(home.path, { agent: { requests: 2 } });
	const main = mainOf(budget);
	const under = (id: string, parent: string) => {
		const meter = budget.openMeter({ id, parent, session: () => "", project: () => "" });
		return meter.stream(new BillingProvider({ ...seeded(1), oneIn: () => false, below: () => 0 }).stream);
	};
	const [outer, inner, other] = [under("Outer", "Main"), under("Outer.Inner", "Outer"), under("Other", "Main")];
	const ask = async (stream: typeof outer) => (await stream(scriptedModelRecord, asked("hi")).result()).errorMessage;
	expect(await ask(inner)).toBeUndefined();
	expect(await ask(outer)).toBeUndefined();
	// Two requests below Outer, one of them its own.
	const refusal = "Budget reached: 2 of 2 requests used for this sub-agent";
	expect(await ask(outer)).toStartWith(refusal);
	expect(await ask(inner)).toStartWith(refusal);
	expect(await ask(other)).toBeUndefined();
	expect((await ask(main.stream(new BillingProvider(seeded(1)).stream))) ?? "").not.toStartWith("Budget reached");
	const { ledger } = await budget.governor();
	expect(ledger.stateOf("agent:s1/Outer").requests).toBe(2);
	expect(ledger.stateOf("agent:s1/Outer.Inner").requests).toBe(1);
	expect(ledger.sums("source", { column: "session", value: "s1" }).map(({ name }) => name)).toContain("sub-agent");
});

test("thinking, which may exceed the limit of the caller, is part of what is reserved", async () => {
	await using home = await workspace();
	const budget = budgetIn(home.path, { session: { tokens: 20_000 } });
	const asks: number[] = [];
	const provider = new BillingProvider({ ...seeded(1), oneIn: () => false, below: () => 0 });
	const stream = mainOf(budget).stream((model, context, options) => {
		asks.push(model.maxTokens);
		return provider.stream(model, context, options);
	});
	const model: Model = { ...scriptedModelRecord, reasoning: true, maxTokens: 64_000 };
	await stream(model, asked("hi"), { maxTokens: 100, reasoning: "high" }).result();
	await stream(model, asked("hi"), { maxTokens: 100 }).result();
	// Lowered for the first, which could think up to the model's limit; not for the second.
	expect(asks.map((limit) => limit < 20_000)).toEqual([true, false]);
});
