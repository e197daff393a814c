import { builtInProtocols } from "@oh-my-pi/pi-ai/protocols/protocols";
import { createStream } from "@oh-my-pi/pi-ai/stream/stream";
import { StreamRules } from "../../../packages/coding-agent/src/conversation/stream-rules/stream-rules.ts";
import { scriptedConversation } from "../../../packages/coding-agent/src/conversation/testing/scripted-conversation.ts";
import type { Rule } from "../../../packages/coding-agent/src/discovery/capabilities/rules.ts";
import type { Benchmark } from "../benchmark.ts";
import { streamRuleLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";
import { startInTerminal } from "../omp-in-terminal.ts";
import { startScripted } from "../scripted-process.ts";

const ruleCount = 200;
const rounds = 9;
const totalChars = 1_000_000;
const pieceChars = 40;

/**
 * What rules with conditions add to streaming a megabyte. What they add is measured in this process, with and without in turns, because
 * two runs of the whole product differ by more; it is compared with the CPU of the product that shows the megabyte at a terminal.
 */
export const streamRules: Benchmark = {
	name: "stream-rules",
	async run(bench) {
		const frames = answerFrames();
		await streamMs(frames, ruleCount);
		const added: number[] = [];
		for (let round = 0; round < rounds; round++) {
			const without = await streamMs(frames, 0);
			added.push((await streamMs(frames, ruleCount)) - without);
		}
		const cost = median(added);
		await using model = await startScripted(bench, "serve-markdown.ts");
		await using omp = startInTerminal(bench, model.selectors);
		await omp.shows("Bench");
		await omp.watch.settle(500, () => false);
		const before = omp.cpuMs();
		omp.type("go\r");
		await omp.shows("The-very-end.", 120_000);
		await omp.watch.settle(300, () => false);
		const share = (100 * cost) / (omp.cpuMs() - before);
		return [
			{ name: `${ruleCount} stream rules, CPU for 1 MB`, value: cost, unit: "ms" },
			{
				name: `${ruleCount} stream rules, of streaming 1 MB`,
				value: share,
				unit: "%",
				limit: streamRuleLimits.cpuPercent,
			},
		];
	},
};

async function streamMs(frames: readonly string[], count: number): Promise<number> {
	const streamFn = createStream({
		host: { now: () => 0, env: {} },
		protocols: builtInProtocols,
		fetch: async () => makeResponse(frames),
	});
	const rules = makeRules(count);
	const { conversation } = scriptedConversation([], {
		streamFn,
		model: benchModel,
		apiKey: async () => "key",
		hooks: count === 0 ? [] : [(live) => new StreamRules({ live, rules: async () => rules, cwd: () => "/", policy })],
	});
	Bun.gc(true);
	const before = process.cpuUsage();
	await conversation.submit({ type: "prompt", text: "go" });
	await conversation.idle();
	const { user, system } = process.cpuUsage(before);
	const last = conversation.messages.at(-1);
	if (last?.role !== "assistant" || last.stopReason !== "stop") throw new Error("the reply did not arrive");
	return (user + system) / 1000;
}

const policy = () => ({ contextMode: "discard", interruptMode: "always", repeatMode: "once", repeatGap: 1 }) as const;

const benchModel = {
	id: "bench",
	name: "Bench",
	provider: "bench",
	api: "anthropic-messages",
	baseUrl: "http://127.0.0.1:9",
	reasoning: false,
	input: ["text"] as Array<"text">,
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 2_000_000,
	maxTokens: 400_000,
} as const;

/** As people write them: words, calls, assignments in any case, imports. */
function makeRules(count: number): Rule[] {
	return Array.from({ length: count }, (_, index) => {
		const forms = [
			`\\bforbidden${index}\\b`,
			`console\\.log${index}\\(`,
			`(?i)never_${index}\\s*=`,
			`import .* from ['"]pkg${index}['"]`,
		];
		const condition = [forms[index % forms.length] ?? ""];
		return { name: `rule-${index}`, path: `/rules/${index}.md`, content: "No.", level: "user", condition };
	});
}

function answerFrames(): string[] {
	const words = "The parser reads `one word` at a time; see the notes for why. import { next } from './state'\n";
	const answer = words.repeat(Math.ceil(totalChars / words.length)).slice(0, totalChars);
	const sse = (event: { type: string } & Record<string, unknown>) =>
		`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
	const usage = { input_tokens: 10, output_tokens: 5 };
	const pieces = Array.from({ length: Math.ceil(totalChars / pieceChars) }, (_, index) =>
		answer.slice(index * pieceChars, (index + 1) * pieceChars),
	);
	return [
		sse({ type: "message_start", message: { id: "msg", role: "assistant", content: [], model: "m", usage } }),
		sse({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
		...pieces.map((text) => sse({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
		sse({ type: "content_block_stop", index: 0 }),
		sse({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage }),
		sse({ type: "message_stop" }),
	];
}

/** A few frames at a time, as they arrive. */
function makeResponse(frames: readonly string[]): Response {
	const encoder = new TextEncoder();
	let at = 0;
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			await new Promise((resolve) => setImmediate(resolve));
			if (at >= frames.length) return controller.close();
			controller.enqueue(encoder.encode(frames.slice(at, at + 8).join("")));
			at += 8;
		},
	});
	return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
