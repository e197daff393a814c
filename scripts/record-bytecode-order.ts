import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { startModel } from "./bench/model-process.ts";
import { startInTerminal } from "./bench/omp-in-terminal.ts";
import { setUp } from "./bench/set-up.ts";
import { orderedStarts, orderFile, usedLines } from "./build/bytecode-order.ts";
import { compileProduct } from "./build/compile-product.ts";
import { repositoryRoot } from "./repository-root.ts";

// Starts omp in the usual ways and writes down which functions it uses (build/bytecode-order).
await using prepared = await setUp(repositoryRoot);
await using model = await startModel(prepared.bench);
const { scratch } = prepared.bench;
const omp = join(scratch, "omp-unordered");
await compileProduct(repositoryRoot, omp, join(scratch, "packed"), { order: [] });
const extension = join(scratch, "idle.ts");
await Bun.write(extension, "export default () => {};\n");

const question = [...model.selectors, "-p", "hi"];
// The first one prepares the home folder.
await functionsOfRun(question);
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
	const child = Bun.spawn([omp, ...args], { cwd: prepared.bench.cwd, env, stdin: "ignore", stdout: "ignore" });
	if ((await child.exited) !== 0) throw new Error(`omp ${args.join(" ")} ended with code ${child.exitCode}`);
	return Bun.file(list).text();
}

/** A start, a question and the answer. */
async function functionsAtTerminal(): Promise<string> {
	const list = join(scratch, "order-terminal.txt");
	const env = { ...prepared.bench.env, BUN_BYTECODE_ORDER_OUT: list };
	await using terminal = startInTerminal({ ...prepared.bench, omp, env }, model.selectors);
	await terminal.watch.settle(1000, () => false);
	terminal.type("hello\r");
	await terminal.watch.settle(1000, () => false);
	terminal.type("/quit\r");
	while (!(await Bun.file(list).exists())) await Bun.sleep(50);
	await Bun.sleep(200);
	return Bun.file(list).text();
}
