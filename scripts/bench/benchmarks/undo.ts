import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { UndoEngine } from "../../../packages/coding-agent/src/features/undo/contract/undo-engine.ts";
import { openUndoEngine } from "../../../packages/coding-agent/src/features/undo/open-undo-engine.ts";
import type { Bench, Benchmark, Figure } from "../benchmark.ts";
import { undoLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";

const filesPerFolder = 50;
const times = 15;
const undoneFiles = 1000;

/** What the undo engine adds to calls, and how long it takes to undo. */
export const undo: Benchmark = {
	name: "undo",
	async run(bench) {
		const small = await openAt(bench, "small", 10_000, {});
		const figures: Figure[] = [
			{ name: "first look at 10,000 files", value: small.firstLookMs, unit: "ms" },
			{ name: "a command among 10,000 files", value: await commandMs(small), unit: "ms", limit: undoLimits.command },
			{ name: "an edit", value: await editMs(small), unit: "ms", limit: undoLimits.edit },
			{ name: `undo of ${undoneFiles} files`, value: await undoMs(small), unit: "ms", limit: undoLimits.undo },
		];
		await small.engine[Symbol.asyncDispose]();
		// Contents are another matter: nearly all of them would be those of git.
		const before = residentMb();
		const large = await openAt(bench, "large", 200_000, { maxSnapshotBytes: 0 });
		figures.push(
			{ name: "first look at 200,000 files, without contents", value: large.firstLookMs, unit: "ms" },
			{ name: "memory for 200,000 files", value: residentMb() - before, unit: "MB", limit: undoLimits.memory },
			{
				name: "a command among 200,000 files",
				value: await commandMs(large),
				unit: "ms",
				limit: undoLimits.commandAmongMany,
			},
		);
		await large.engine[Symbol.asyncDispose]();
		return figures;
	},
};

interface Opened {
	readonly engine: UndoEngine;
	readonly root: string;
	readonly firstLookMs: number;
}

async function openAt(
	bench: Bench,
	name: string,
	files: number,
	limits: { maxSnapshotBytes?: number },
): Promise<Opened> {
	const root = join(bench.scratch, name);
	for (let folder = 0; folder < files / filesPerFolder; folder++) {
		mkdirSync(join(root, `d${folder}`), { recursive: true });
		for (let file = 0; file < filesPerFolder; file++) {
			writeFileSync(join(root, `d${folder}/f${file}.ts`), `export const value${folder}_${file} = ${file};\n`);
		}
	}
	const engine = await openUndoEngine({
		workspace: root,
		home: bench.env.HOME ?? "/nowhere",
		base: join(bench.scratch, "undo"),
		sessionId: name,
		env: bench.env,
		now: Date.now,
		newId: () => crypto.randomUUID(),
		limits,
	});
	const startedAt = performance.now();
	await engine.prepare();
	return { engine, root, firstLookMs: performance.now() - startedAt };
}

/** Before and after a call in which another process changes one file; without that process. */
async function commandMs({ engine, root }: Opened): Promise<number> {
	const walls: number[] = [];
	for (let count = 0; count < times; count++) {
		const startedAt = performance.now();
		const call = await engine.begin({ callId: `command-${count}`, tool: "bash", turn: "commands" });
		const begunAt = performance.now();
		await Bun.spawn(["sh", "-c", `echo ${count} >> d1/f1.ts`], { cwd: root }).exited;
		const endedAt = performance.now();
		await call.end();
		walls.push(performance.now() - endedAt + begunAt - startedAt);
	}
	return median(walls);
}

async function editMs({ engine, root }: Opened): Promise<number> {
	const walls: number[] = [];
	for (let count = 0; count < times; count++) {
		const path = join(root, `d2/f${count}.ts`);
		const startedAt = performance.now();
		const call = await engine.begin({ callId: `edit-${count}`, tool: "edit", turn: "edits", exact: true });
		await call.willWrite([path]);
		const begunAt = performance.now();
		writeFileSync(path, `edited ${count}\n`);
		const endedAt = performance.now();
		await call.end();
		walls.push(performance.now() - endedAt + begunAt - startedAt);
	}
	return median(walls);
}

async function undoMs({ engine, root }: Opened): Promise<number> {
	const walls: number[] = [];
	for (let round = 0; round < 3; round++) {
		const call = await engine.begin({ callId: `many-${round}`, tool: "bash", turn: `many-${round}` });
		for (let file = 0; file < undoneFiles; file++) {
			const path = join(root, `d${10 + Math.floor(file / filesPerFolder)}/f${file % filesPerFolder}.ts`);
			writeFileSync(path, `round ${round} of ${file}\n`);
		}
		await call.end();
		const startedAt = performance.now();
		const plan = await engine.planUndo({ kind: "last-turn" });
		const result = plan && (await engine.apply(plan));
		walls.push(performance.now() - startedAt);
		if (result?.changed.length !== undoneFiles) throw new Error(`${result?.changed.length} files were undone`);
	}
	return median(walls);
}

function residentMb(): number {
	Bun.gc(true);
	return process.memoryUsage.rss() / 1024 / 1024;
}
