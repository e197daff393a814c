import type { Benchmark } from "../benchmark.ts";
import { transcriptLimits } from "../limits.data.ts";
import { lastWords, writeConversation } from "../long-conversation.ts";
import { median } from "../measure-runs.ts";
import { type OmpInTerminal, startInTerminal } from "../omp-in-terminal.ts";
import { startScripted } from "../scripted-process.ts";

const messages = 5000;
const ctrlL = "\x0c";

/** Five thousand messages in the terminal's history: what keys, another width and a streaming answer cost then. */
export const transcript: Benchmark = {
	name: "transcript",
	async run(bench) {
		await using model = await startScripted(bench, "serve-steady.ts");
		const path = await writeConversation(bench, messages);
		await using omp = startInTerminal(bench, [...model.selectors, "--resume", path]);
		await omp.shows(lastWords);
		await omp.watch.settle(500, () => false);
		const replayedFrom = performance.now();
		omp.type(ctrlL);
		await omp.shows(lastWords);
		const replayMs = performance.now() - replayedFrom;
		await omp.watch.settle(500, () => false);
		const echoMs = await omp.watch.echo((key) => omp.type(key));
		omp.type("\x15");
		const resizes: number[] = [];
		for (const columns of [100, 80, 133, 60, 120]) resizes.push(await resizeMs(omp, columns));
		const { cpuPercent } = await stream(omp);
		return [
			{ name: "writing 5,000 messages again", value: replayMs, unit: "ms", limit: transcriptLimits.replayMs },
			{ name: "key echo at 5,000 messages", value: echoMs, unit: "ms", limit: transcriptLimits.keyEchoMs },
			{ name: "resize at 5,000 messages", value: median(resizes), unit: "ms", limit: transcriptLimits.resizeMs },
			{
				name: "200 tokens a second, CPU",
				value: cpuPercent,
				unit: "%",
				limit: transcriptLimits.streamingCpuPercent,
			},
		];
	},
};

/** From the window having another width to the last byte of the picture for it. */
async function resizeMs(omp: OmpInTerminal, columns: number): Promise<number> {
	const { bytes } = omp.watch;
	const resizedAt = performance.now();
	omp.resize(columns, 40);
	while (omp.watch.bytes === bytes && performance.now() - resizedAt < 5000) await Bun.sleep(2);
	await omp.watch.settle(300, () => false);
	return omp.watch.lastByteAt - resizedAt;
}

async function stream(omp: OmpInTerminal): Promise<{ cpuPercent: number }> {
	const [startedAt, before] = [performance.now(), omp.cpuMs()];
	omp.type("go\r");
	await omp.shows("The-very-end.", 60_000);
	return { cpuPercent: (100 * (omp.cpuMs() - before)) / (performance.now() - startedAt) };
}
