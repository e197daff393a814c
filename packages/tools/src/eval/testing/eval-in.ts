import { runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import type { Workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Cell } from "../../kernels/cell.ts";
import { type RuntimeOptions, Runtimes } from "../../kernels/runtimes.ts";
import { type EvalDeps, evalTool } from "../eval.ts";

/** The tool with real kernels in a project's folder, with a clock that stands still. */
export function evalIn(
	project: Workspace,
	overrides: Partial<EvalDeps> = {},
	runtimeOptions: Partial<RuntimeOptions> = {},
) {
	const runtimes = new Runtimes({
		home: project.path,
		env: { PATH: process.env.PATH, HOME: project.path, LANG: "C.UTF-8" },
		now: () => 0,
		newId: () => crypto.randomUUID(),
		...runtimeOptions,
	});
	const deps: EvalDeps = {
		runtimes,
		languages: ["py", "js"],
		sessionId: () => "main",
		cwd: () => project.path,
		now: () => 0,
		...overrides,
	};
	const tool = evalTool(deps);
	const run = (...cells: readonly Cell[]) => runToolWith(tool, { cells });
	const text = async (...cells: readonly Cell[]) => String((await run(...cells)).content);
	return {
		tool,
		run,
		py: (code: string, more: Partial<Cell> = {}) => text({ language: "py", code, ...more }),
		js: (code: string, more: Partial<Cell> = {}) => text({ language: "js", code, ...more }),
		[Symbol.asyncDispose]: () => runtimes[Symbol.asyncDispose](),
	};
}
