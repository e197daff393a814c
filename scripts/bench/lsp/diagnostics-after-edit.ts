import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Figure } from "../benchmark.ts";
import { lspLimits } from "../limits.data.ts";
import { median } from "../measure-runs.ts";
import { fileCount, filePath, fileText, writeLargeProject } from "./large-project.ts";
import { askTsserver, openTypescriptSession, type TypescriptSession } from "./typescript-session.ts";

const times = 40;
const loadMs = 120_000;

interface Edit {
	/** Of the file. */
	readonly index: number;
	readonly mark: number;
	readonly isBroken: boolean;
}

/** What a `write` that comes back with diagnostics takes, and what of it is not the time of the server. */
export async function diagnosticsAfterEdit(place: {
	readonly cwd: string;
	readonly home: string;
	readonly searchPath: string;
}): Promise<Figure[]> {
	const { cwd } = place;
	await writeLargeProject(cwd);
	await using session = openTypescriptSession(place);
	await loadProject(session);
	const write = async ({ index, ...change }: Edit) => {
		const summary = await session.write(filePath(index), fileText(index, change));
		if ((summary === "1 error(s)") !== change.isBroken) throw new Error(`write: ${summary ?? "no diagnostics"}`);
	};
	// Not as a tool: the server sees a file change on disk, too.
	const ask = async ({ index, ...change }: Edit) => {
		const [path, text] = [join(cwd, filePath(index)), fileText(index, change)];
		await writeFile(path, text);
		const startedAt = performance.now();
		const count = await askTsserver(session.client(), path, text);
		if (count !== (change.isBroken ? 1 : 0)) throw new Error(`tsserver: ${count} errors`);
		return performance.now() - startedAt;
	};
	const again = await compare({ write, ask }, () => fileCount / 2);
	const first = await compare({ write, ask }, (count) => fileCount / 4 + 7 * count);
	return [
		{ name: "lsp, diagnostics after an edit, 2,000 files", value: again.whole, unit: "ms" },
		{
			name: "lsp, diagnostics after an edit, over the server's own answer",
			value: again.added,
			unit: "ms",
			limit: lspLimits.diagnostics,
			notes: [
				"lsp, diagnostics after an edit: the whole call of `write` in a project of 2,000 TypeScript files whose server is warm: the",
				"  file is written, the server told of it and asked, and what is new is found in the answer. Subtracted is what the server",
				"  takes for another change of the same kind: didChange, didSave, syntacticDiagnosticsSync and semanticDiagnosticsSync straight",
				`  to the same process, in turn with ours, medians of ${times}. The first edit of a file asks the server twice, before and after`,
				"  the change; what is subtracted there asks once.",
			],
		},
		{ name: "lsp, diagnostics after the first edit of a file", value: first.whole, unit: "ms" },
		{
			name: "lsp, diagnostics after the first edit of a file, over the server's own answer",
			value: first.added,
			unit: "ms",
			limit: lspLimits.diagnostics,
		},
	];
}

/** Until an answer comes at once. */
async function loadProject(session: TypescriptSession): Promise<void> {
	const deadline = performance.now() + loadMs;
	// A file that is not measured.
	for (let mark = 0; performance.now() < deadline; mark++) {
		const text = fileText(fileCount - 1, { mark, isBroken: mark % 2 === 0 });
		const summary = await session.write(filePath(fileCount - 1), text);
		if (summary === "OK") return;
		if (summary?.includes("no answer")) await session.client().projectLoaded({ signal: AbortSignal.timeout(loadMs) });
	}
	throw new Error(`typescript-language-server did not load the project within ${loadMs / 1000} s`);
}

/** In turn, so that what else goes on affects both. */
async function compare(
	{ write, ask }: { write(edit: Edit): Promise<void>; ask(edit: Edit): Promise<number> },
	indexOf: (count: number) => number,
): Promise<{ readonly whole: number; readonly added: number }> {
	const [whole, server]: [number[], number[]] = [[], []];
	for (let count = 0; count < times; count++) {
		// Broken and repaired in turn: there is always something new to say of a file that was edited before.
		const isBroken = count % 2 === 0;
		const startedAt = performance.now();
		await write({ index: indexOf(2 * count), mark: 2 * count, isBroken });
		whole.push(performance.now() - startedAt);
		server.push(await ask({ index: indexOf(2 * count + 1), mark: 2 * count + 1, isBroken }));
	}
	return { whole: median(whole), added: median(whole) - median(server) };
}
