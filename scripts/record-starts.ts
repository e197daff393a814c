import { mkdir, rm } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { startModel } from "./bench/model-process.ts";
import { startInTerminal } from "./bench/omp-in-terminal.ts";
import { setUp } from "./bench/set-up.ts";
import { orderedStarts, orderFile, usedLines } from "./build/bytecode-order.ts";
import { compileProduct } from "./build/compile-product.ts";
import { repositoryRoot } from "./repository-root.ts";

// Starts omp in the usual ways and writes down which modules it imports dynamically (build/starts.data.ts) and, of an executable
// whose modules are merged by that, which functions it uses (build/bytecode-order).
await using prepared = await setUp(repositoryRoot);
await using model = await startModel(prepared.bench);
const { scratch } = prepared.bench;
const omp = join(scratch, "omp-unmerged");
const { outputs } = await compileProduct(repositoryRoot, omp, join(scratch, "packed"), { starts: {}, order: [] });
const extension = join(scratch, "idle.ts");
await Bun.write(extension, "export default () => {};\n");

const initialize = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: 1 } })}\n`;
const question = [...model.selectors, "-p", "hi"];
// The first one prepares the home folder.
await recordRun(question);
const starts = {
	version: await recordRun(["--version"]),
	config: await recordRun(["config", "get", "theme.dark"]),
	question: await recordRun(question),
	extension: await recordRun([...question, "-e", extension]),
	rpc: await recordRun([...model.selectors, "--mode", "rpc"]),
	acp: await recordRun(["acp"], initialize),
	firstScreen: await recordAtTerminal("written"),
	terminal: await recordAtTerminal("2000"),
};

const file = join(import.meta.dir, "build/starts.data.ts");
await Bun.write(
	file,
	`/** Which modules are imported dynamically at a start, by the way omp is started. */
export type Starts = Readonly<Record<string, readonly string[]>>;

/** Written by \`bun scripts/record-starts.ts\`. What is loaded together is merged in the executable. */
export const recordedStarts: Starts = ${JSON.stringify(starts, null, "\t")};
`,
);
await Bun.$`node_modules/.bin/biome check --write ${file}`.cwd(repositoryRoot).quiet();
for (const [start, paths] of Object.entries(starts)) console.log(`${start}: ${paths.length} dynamic imports`);

const merged = join(scratch, "omp-merged");
await compileProduct(repositoryRoot, merged, join(scratch, "packed"), { starts, order: [] });
const used = {
	terminal: await functionsAtTerminal(),
	question: await functionsOfRun(question),
	extension: await functionsOfRun([...question, "-e", extension]),
};
const seen = new Set<string>();
await rm(dirname(orderFile(repositoryRoot, "question")), { recursive: true, force: true });
await mkdir(dirname(orderFile(repositoryRoot, "question")));
for (const start of orderedStarts) {
	const lines = usedLines(used[start], seen);
	await Bun.write(orderFile(repositoryRoot, start), lines);
	console.log(`${start}: ${lines.match(/^F /gm)?.length ?? 0} more functions`);
}

async function functionsOfRun(args: readonly string[]): Promise<string> {
	const list = join(scratch, `order-${Bun.randomUUIDv7()}.txt`);
	const env = { ...prepared.bench.env, BUN_BYTECODE_ORDER_OUT: list };
	const child = Bun.spawn([merged, ...args], { cwd: prepared.bench.cwd, env, stdin: "ignore", stdout: "ignore" });
	if ((await child.exited) !== 0) throw new Error(`omp ${args.join(" ")} ended with code ${child.exitCode}`);
	return Bun.file(list).text();
}

/** A start, a question and the answer. */
async function functionsAtTerminal(): Promise<string> {
	const list = join(scratch, "order-terminal.txt");
	const env = { ...prepared.bench.env, BUN_BYTECODE_ORDER_OUT: list };
	await using terminal = startInTerminal({ ...prepared.bench, omp: merged, env }, model.selectors);
	await terminal.watch.settle(1000, () => false);
	terminal.type("hello\r");
	await terminal.watch.settle(1000, () => false);
	terminal.type("/quit\r");
	while (!(await Bun.file(list).exists())) await Bun.sleep(50);
	await Bun.sleep(200);
	return Bun.file(list).text();
}

async function recordRun(args: readonly string[], input = ""): Promise<string[]> {
	const { bench, list } = recorded("exit");
	const child = Bun.spawn([omp, ...args], {
		cwd: bench.cwd,
		env: bench.env,
		stdin: new Blob([input]),
		stdout: "ignore",
	});
	if ((await child.exited) !== 0) throw new Error(`omp ${args.join(" ")} ended with code ${child.exitCode}`);
	return entriesIn(await Bun.file(list).json());
}

async function recordAtTerminal(when: string): Promise<string[]> {
	const { bench, list } = recorded(when);
	await using _terminal = startInTerminal({ ...bench, omp }, model.selectors);
	while (!(await Bun.file(list).exists())) await Bun.sleep(50);
	await Bun.sleep(50);
	return entriesIn(await Bun.file(list).json());
}

function recorded(when: string) {
	const list = join(scratch, `loaded-${Bun.randomUUIDv7()}.json`);
	const recorder = join(import.meta.dir, "bench/record-loaded.ts");
	const env = { BUN_OPTIONS: `--preload ${recorder}`, LOADED_MODULES_FILE: list, LOADED_MODULES_WHEN: when };
	return { list, bench: { ...prepared.bench, env: { ...prepared.bench.env, ...env } } };
}

/** Protocols and catalogs depend on the model. */
function entriesIn(loaded: readonly string[]): string[] {
	return loaded
		.flatMap((path) => outputs[`./${basename(path)}`]?.entryPoint ?? [])
		.map((path) => relative(repositoryRoot, path))
		.filter((path) => !/\/main\.ts$|\/protocols\/|\/catalog\/|^node_modules\//.test(path))
		.sort();
}
