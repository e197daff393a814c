import { expect, test } from "bun:test";
import { assistant, toolCall, toolResult, user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { imageData, privateMark, randomHistory, signatureOf } from "@oh-my-pi/pi-testkit/request-rules/random-history";
import { type ReplayTarget, replayTargets } from "@oh-my-pi/pi-testkit/request-rules/targets.data";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Context, joinText, type Message, type ToolResultMessage, toolCallsOf } from "../message.ts";
import { type Model, selectorOf } from "../model/model.ts";
import type { Protocol } from "../protocol/protocol.ts";
import { builtInProtocols } from "../protocols/protocols.ts";

const historiesPerPair = 50;
const protocols = new Map(
	await Promise.all([...builtInProtocols].map(async ([api, load]) => [api, await load()] as const)),
);
const targets = replayTargets.filter(({ model }) => protocols.has(model.api));

function encode(protocol: Protocol, model: Model, context: Context, seed: number): Record<string, unknown> {
	const options = seed % 3 === 0 ? {} : ({ reasoning: "high" } as const);
	return protocol.encode({ model, context, options, apiKey: "test-key", env: {}, now: 1000 }).body;
}

/** Violations in the encoded history: of the target's rules, and of the general ones. */
function complaintsAbout(target: ReplayTarget, source: Model, context: Context, seed: number): string[] {
	const { model, rules } = target;
	const protocol = protocols.get(model.api);
	if (!protocol) throw new Error(`No protocol for ${model.api}`);
	const before = JSON.stringify(context);
	const body = encode(protocol, model, context, seed);
	const text = JSON.stringify(body);
	const complaints = [...rules(body, model)];
	const unless = (condition: boolean, complaint: string) => condition || complaints.push(complaint);
	unless(JSON.stringify(context) === before, "the history was changed");
	unless(JSON.stringify(encode(protocol, model, context, seed)) === text, "a second encoding differs");
	unless(!text.includes(privateMark), "something private is sent");
	unless(source === model || !text.includes(signatureOf(source)), "a foreign signature is sent");
	unless(model.input.includes("image") || !text.includes(imageData), "an image is sent to a model without eyes");
	for (const message of context.messages) {
		const mustShow = message.role === "user" || (message.role === "toolResult" && isOnlyResult(message, context));
		if (!mustShow) continue;
		for (const line of joinText(message.content).match(/(words|Satz|final) \d+/g) ?? []) {
			unless(text.includes(line), `"${line}" of the ${message.role} is lost`);
		}
	}
	return complaints;
}

/** True for the only result of a call that was made once, before it. */
function isOnlyResult(result: ToolResultMessage, { messages }: Context): boolean {
	const isCall = (message: Message) =>
		message.role === "assistant" && toolCallsOf(message).filter(({ id }) => id === result.toolCallId).length === 1;
	const calls = messages.filter((message) => JSON.stringify(message).includes(JSON.stringify(result.toolCallId)));
	return (
		calls.length === 2 && messages.findIndex(isCall) !== -1 && messages.findIndex(isCall) < messages.indexOf(result)
	);
}

/** Minimizes a failing history; the last message is the question. */
function smallest(context: Context, isBad: (context: Context) => boolean): Context {
	for (let index = 0; index < context.messages.length - 1; index++) {
		const fewer = { ...context, messages: context.messages.filter((_, other) => other !== index) };
		if (isBad(fewer)) return smallest(fewer, isBad);
	}
	return context;
}

function checkReplay(source: Model, target: ReplayTarget, seed: number): void {
	const context = randomHistory(seed, { source, target: target.model });
	const complaintsOf = (history: Context) => complaintsAbout(target, source, history, seed);
	if (complaintsOf(context).length === 0) return;
	const { messages } = smallest(context, (fewer) => complaintsOf(fewer).length > 0);
	const complaints = complaintsOf({ ...context, messages });
	const from = `${source.api} ${selectorOf(source)}`;
	const to = `${target.model.api} ${selectorOf(target.model)}`;
	throw new Error(JSON.stringify({ from, to, seed, complaints, messages }, null, 2));
}

test("replay: every protocol has rules and a model to check them with", () => {
	// A gateway is sent the history as it is, and replays it by the rules of the protocol behind it.
	const covered = new Set([...targets.map(({ model }) => model.api), "pi-native"]);
	expect([...protocols.keys()].filter((api) => !covered.has(api))).toEqual([]);
});

verifies(
	"ai-streaming:replay:cross-model",
	() => {
		for (const target of targets) {
			for (const [sourceIndex, { model: source }] of targets.entries()) {
				for (let count = 0; count < historiesPerPair; count++) {
					const seed = sourceIndex * historiesPerPair + count + 1;
					checkReplay(source, target, seed);
				}
			}
		}
	},
	60_000,
);

verifies("ai-streaming:replay:private-fields", () => {
	for (const { model } of targets) {
		const protocol = protocols.get(model.api) as Protocol;
		const messages: Message[] = [
			{ ...user("hi"), attribution: "agent" },
			assistant(model, [toolCall("a", {}, { intent: "secret intent" })]),
			toolResult("a", "r", { details: { note: "secret details" }, useless: true }),
		];
		const sent = JSON.stringify(encode(protocol, model, { messages }, 0));
		for (const word of ["attribution", "secret", "intent", "details", "useless"]) expect(sent).not.toContain(word);
	}
});
