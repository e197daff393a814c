import { expect, test } from "bun:test";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { type ScriptedAnswer, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { ConversationEvent } from "../event/event.ts";
import { converse } from "../testing/converse.ts";
import type { RecoveryOptions } from "./recovery-options.ts";
import type { Headroom, ReservePolicy } from "./usage-reserve.ts";

const modelOf = (provider: string): Model => ({ ...scriptedModelRecord, provider, id: "m" });
const tells: ScriptedAnswer = (reply) => reply.appendText("text", `${reply.message.provider} answers`);
const answers = Array.from({ length: 5 }, () => tells);

function session(
	action: ReservePolicy["action"],
	left: Readonly<Record<string, Headroom>>,
	options: Partial<RecoveryOptions> & { enabled?: boolean; now?: () => number } = {},
) {
	const { enabled = true, now, ...recovery } = options;
	return converse(answers, {
		model: modelOf("plan"),
		...(now && { now }),
		recovery: {
			usageReserve: () => ({ enabled, reservePercent: 10, action }),
			headroom: async (provider) => left[provider],
			fallback: () => ({
				enabled: true,
				chains: { default: ["spent/m", "spare/m"] },
				revertPolicy: "cooldown-expiry",
			}),
			...recovery,
		},
		models: {
			find: async (selector) => ({ model: modelOf(selector.split("/")[0] ?? "") }),
			isUsable: () => true,
			roleSelector: () => undefined,
		},
	});
}

const said = ({ conversation }: ReturnType<typeof session>) =>
	conversation.messages.flatMap((message) => (message.role === "assistant" ? [JSON.stringify(message.content)] : []));
const notices = (events: readonly ConversationEvent[]) =>
	events.flatMap((event) => (event.type === "notice" ? [event.message] : []));
const little = { plan: { leftFraction: 0.08 }, spent: { leftFraction: 0 } };

verifies("context-management:fallback:usage-aware", async () => {
	let now = 0;
	const left: Record<string, Headroom> = { plan: { leftFraction: 0.5 }, spent: { leftFraction: 0.1 } };
	const automatic = session("auto", left, { now: () => now });
	await automatic.prompt("one");
	left.plan = { leftFraction: 0.08, resetsAtMs: 1000 };
	await automatic.prompt("two");
	expect(notices(automatic.events)).toEqual(["Only 8 % of the plan plan is left: switched to spare/m"]);
	expect(automatic.events).toContainEqual({
		type: "retry_fallback_applied",
		from: "plan/m",
		to: "spare/m",
		role: "default",
	});
	now = 999;
	await automatic.prompt("three");
	now = 1000;
	left.plan = { leftFraction: 1 };
	await automatic.prompt("four");
	const turns = ["plan", "spare", "spare", "plan"].map((name) => expect.stringContaining(`${name} answers`));
	expect(said(automatic)).toEqual(turns);

	const closed = session("fail-closed", little);
	await expect(closed.prompt("go")).rejects.toThrow(
		"Only 8 % of the plan plan is left, which retry.usageReservePct reserves",
	);
	expect(closed.requests).toEqual([]);
});

test("with action ask, the user decides once; without a front end the model stays, with a notice", async () => {
	for (const [agrees, model] of [
		[true, "spare"],
		[false, "plan"],
	] as const) {
		const asked: string[] = [];
		const confirm = async (question: string) => {
			asked.push(question);
			return agrees;
		};
		const confirmed = session("confirm", little, { confirm });
		await confirmed.prompt("go");
		await confirmed.prompt("on");
		expect(asked).toEqual(["Only 8 % of the plan plan is left. Continue with spare/m?"]);
		expect(said(confirmed)).toEqual([model, model].map((name) => expect.stringContaining(`${name} answers`)));
	}
	const alone = session("confirm", little);
	await alone.prompt("go");
	await alone.prompt("on");
	expect(notices(alone.events)).toEqual(["Only 8 % of the plan plan is left"]);
});

test("nothing changes without usage data, with the setting off, or without a fallback model", async () => {
	const cases = [
		session("fail-closed", {}),
		session("fail-closed", little, { enabled: false }),
		session("auto", { ...little, spare: { leftFraction: 0.1 } }),
	];
	for (const each of cases) await each.prompt("go");
	expect(cases.map(said)).toEqual(cases.map(() => [expect.stringContaining("plan answers")]));
	expect(cases.flatMap(({ events }) => notices(events))).toEqual([
		"Only 8 % of the plan plan is left, and plan/m has no usable fallback model",
	]);
});
