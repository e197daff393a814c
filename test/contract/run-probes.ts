import { describe, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import type { EntryPoint, OpenEntry, OpenOptions } from "./entry-point.ts";
import type { Probe } from "./probe.ts";
import { probes } from "./probes.ts";

/** Longer than all probes of an entry point take on a busy machine: most of them wait for their turn. */
const probeMs = 300_000;
/** They wait for other processes most of their time. */
const atOnce = 4;
const roles = "modelRoles: { default: acme/a-1, smol: acme/a-2 }";
const usualSettings = "tools: { approvalMode: yolo }";

/** One test for each probe that applies to the entry point. */
export function runProbes(entry: EntryPoint): void {
	describe(`contract: ${entry.name}`, () => {
		for (const probe of probes) {
			if (probe.notApplicable?.[entry.name] !== undefined) continue;
			test.concurrent(`${probe.name}: ${entry.name}`, () => inTurn(() => runProbe(probe, entry)), probeMs);
		}
	});
}

let running = 0;
const waiting: Array<() => void> = [];

async function inTurn(run: () => Promise<void>): Promise<void> {
	if (running >= atOnce) await new Promise<void>((next) => waiting.push(next));
	running++;
	try {
		await run();
	} finally {
		running--;
		waiting.shift()?.();
	}
}

async function runProbe(probe: Probe, entry: EntryPoint): Promise<void> {
	const { files = {}, home = {}, replies = [], settings = usualSettings, tools = ["read"] } = probe;
	await using omp = await ompProject({ files, replies, ...(probe.otherwise && { otherwise: probe.otherwise }) });
	await omp.home.write(".omp/agent/config.yml", `${roles}\n${settings}\n`);
	for (const [path, content] of Object.entries(home)) await omp.home.write(path, content);
	await using cleanup = new AsyncDisposableStack();
	const open = async (options: Partial<OpenOptions> = {}): Promise<OpenEntry> =>
		cleanup.use(await entry.open(omp, { tools, ...options }));
	await probe.run({
		entry: entry.name,
		omp,
		open,
		async ask(text, { answer, images, ...options } = {}) {
			const opened = await open(options);
			await opened.prompt(text, { ...(answer !== undefined && { answer }), ...(images && { images }) });
			await opened.close();
			return opened.told();
		},
	});
}
