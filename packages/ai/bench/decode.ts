import { decodingCost, measureFastest, rawReadCost } from "./decoding-cost.ts";
import { cut, wireStreams } from "./streams.ts";

/** `bun packages/ai/bench/decode.ts`: the cost of decoding over the raw read, with its limit. */

const deltaCharacters = 24;
const textLimitMs = 250;
const text = "The quick brown fox jumps over the lazy dog. ".repeat(23_302).slice(0, 1_048_576);
const argument = JSON.stringify({ path: "a.txt", content: "x".repeat(2_097_152) });

interface Row {
	readonly what: string;
	readonly cpuMs: number;
	readonly limitMs?: number;
}

const rows: Row[] = [];
for (const stream of wireStreams) {
	const name = `${stream.model.api} (${stream.model.provider})`;
	const bytes = stream.text(cut(text, deltaCharacters));
	await decodingCost(stream.model, bytes);
	const decoded = await measureFastest(5, async () => (await decodingCost(stream.model, bytes)).cpuMs);
	const raw = await measureFastest(5, () => rawReadCost(bytes));
	rows.push({ what: `${name}: 1 MB of text over the raw read`, cpuMs: decoded - raw, limitMs: textLimitMs });
	if (!stream.toolArguments) continue;
	const call = stream.toolArguments(cut(argument, deltaCharacters));
	rows.push({
		what: `${name}: a tool argument of 2 MB`,
		cpuMs: await measureFastest(3, async () => (await decodingCost(stream.model, call)).cpuMs),
	});
}
for (const { what, cpuMs, limitMs } of rows) {
	const verdict = limitMs === undefined ? "" : cpuMs <= limitMs ? `  (limit ${limitMs})` : `  OVER ${limitMs}`;
	console.log(`${cpuMs.toFixed(0).padStart(6)} ms  ${what}${verdict}`);
}
if (rows.some(({ cpuMs, limitMs }) => limitMs !== undefined && cpuMs > limitMs)) process.exitCode = 1;
