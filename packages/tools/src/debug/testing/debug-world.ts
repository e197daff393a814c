import { AdapterCatalog } from "@oh-my-pi/pi-dap/adapter/adapter-catalog";
import { builtInAdapters } from "@oh-my-pi/pi-dap/adapter/built-in-adapters.data";
import type { AdapterDefinition } from "@oh-my-pi/pi-dap/adapter/definition/adapter-definition";
import { programAnswers } from "@oh-my-pi/pi-dap/adapter/locate/program-answers";
import { Debugger } from "@oh-my-pi/pi-dap/session/debugger";
import { oddDefinition, type Way } from "@oh-my-pi/pi-dap/testing/odd-debugger";
import { runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { DebugParams } from "../contract/params.ts";
import { debugTool } from "../debug.ts";

/** A project with files, and the tool in it. */
export async function debugWorld(
	files: Readonly<Record<string, string>> = {},
	options: { readonly definitions?: readonly AdapterDefinition[]; readonly idleMs?: number } = {},
) {
	const project = await workspace(files);
	const env: Record<string, string | undefined> = { ...process.env, GOFLAGS: "-mod=mod" };
	const mark = { name: "OMP_TEST_DEBUG", value: crypto.randomUUID() };
	const { definitions = builtInAdapters, idleMs } = options;
	const target = new Debugger({ env, mark, clientName: "test", ...(idleMs !== undefined && { idleMs }) });
	const pythons = ["python3", "/usr/bin/python3"].flatMap((name) => Bun.which(name) ?? []);
	const home = project.file("home");
	const place = { cwd: project.path, home, env, pythons, answers: programAnswers(env) };
	const tool = debugTool({
		debugging: { load: async () => target, adapters: async () => new AdapterCatalog(definitions, place) },
		workspace: { cwd: () => project.path, home, env, now: () => 0 },
	});
	return {
		project,
		tool,
		debugger: target,
		run: (params: DebugParams) => runToolWith(tool, params),
		/** The text of a result; throws for an error. */
		async text(params: DebugParams): Promise<string> {
			return String((await runToolWith(tool, params)).content);
		},
		/** The message of a call that fails. */
		async failure(params: DebugParams): Promise<string> {
			return runToolWith(tool, params).then(
				({ content }) => `no failure: ${String(content)}`,
				(error: Error) => error.message,
			);
		},
		async [Symbol.asyncDispose]() {
			await target[Symbol.asyncDispose]();
			await project[Symbol.asyncDispose]();
		},
	};
}

/** The same with an adapter that does what a test wants. */
export function oddWorld(behavior = "", way: Way = "stdio") {
	const source = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join("\n");
	return debugWorld({ "main.odd": source }, { definitions: [oddDefinition(behavior, way)] });
}
