import { readFileSync, writeFileSync } from "node:fs";
import type { StreamOptions } from "../../protocol/stream-options.ts";
import { builtInProtocols } from "../../protocols/protocols.ts";
import { createStream } from "../../stream/stream.ts";
import { hostileWires } from "./hostile-wires.ts";

/** Asks every address of a hostile server, and prints how each reply ended and the most memory it took. */
const [api = "", list = "[]"] = process.argv.slice(2);
const wire = hostileWires.find((each) => each.api === api);
if (!wire) throw new Error(`no wire ${api}`);
const stream = createStream({ host: { now: () => 1000, env: {} }, protocols: builtInProtocols });
const options: StreamOptions = {
	apiKey: "sk-secret-key",
	maxRetries: 0,
};

const attacks = JSON.parse(list) as Array<{ attack: string; url: string; options?: StreamOptions }>;
for (const { attack, url, options: more } of attacks) {
	forgetPeak();
	const reply = stream(
		{
			...wire.model,
			api: wire.api,
			name: wire.model.id,
			baseUrl: url,
			reasoning: false,
			input: ["text"],
			cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
			contextWindow: 200_000,
			maxTokens: 32_000,
		},
		{ messages: [{ role: "user", content: "go", timestamp: 0 }] },
		{ ...options, ...more },
	);
	for await (const _event of reply);
	const { stopReason, errorMessage } = await reply.result();
	console.log(JSON.stringify({ attack, stopReason, errorMessage, peakMb: peakMb() }));
}
process.exit(0);

/** Each attack is measured by itself. */
function forgetPeak(): void {
	Bun.gc(true);
	try {
		writeFileSync("/proc/self/clear_refs", "5");
	} catch {
		// No Linux.
	}
}

/** What `getrusage` says would include the process that started this one. */
function peakMb(): number {
	try {
		const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
		return Math.round(Number(kilobytes) / 1024);
	} catch {
		// No Linux.
		return Math.round(process.memoryUsage.rss() / 1024 / 1024);
	}
}
