import { AdapterCatalog } from "@oh-my-pi/pi-dap/adapter/adapter-catalog";
import { builtInAdapters } from "@oh-my-pi/pi-dap/adapter/built-in-adapters.data";
import type { AdapterDefinition } from "@oh-my-pi/pi-dap/adapter/definition/adapter-definition";
import type { ProgramAnswers } from "@oh-my-pi/pi-dap/adapter/definition/adapter-place";
import { findProgram } from "@oh-my-pi/pi-natives/find-program";
import { pythonSettings } from "@oh-my-pi/pi-tools/eval/settings";
import { findInterpreter } from "@oh-my-pi/pi-tools/kernels/python/interpreter";
import type { LoadContext } from "../../discovery/contract/capability.ts";
import type { Settings } from "../../settings/settings.ts";
import { interpreterClaim } from "../../trust/interpreter-claim.ts";
import { applyAdapterFields } from "./config/adapter-fields.ts";
import { type DapConfig, loadDapConfig } from "./config/dap-config.ts";

/** The adapters for a folder: those that omp knows and those of files, the latter first. */
export async function findAdapters(
	context: LoadContext,
	settings: Settings,
	answers: ProgramAnswers,
): Promise<AdapterCatalog> {
	const config = await loadDapConfig(context, settings);
	const { definitions, problems } = mergeAdapters(config);
	const { cwd, home, env } = context;
	const place = { cwd, home, env, pythons: findPythons(context, settings), answers };
	return new AdapterCatalog(definitions, place, [...config.warnings, ...problems]);
}

export function mergeAdapters({ adapters }: DapConfig): {
	readonly definitions: readonly AdapterDefinition[];
	readonly problems: readonly string[];
} {
	const problems: string[] = [];
	const configured = [...adapters].flatMap(([name, fields]) => {
		const known = builtInAdapters.find((one) => one.name === name);
		const definition = applyAdapterFields(name, known, fields);
		if (!definition) problems.push(`debug adapter "${name}" has no command`);
		return definition ? [definition] : [];
	});
	const names = new Set(configured.map(({ name }) => name));
	return { definitions: [...configured, ...builtInAdapters.filter(({ name }) => !names.has(name))], problems };
}

/** The project's own comes first if it is trusted; the system's may have what others lack. */
function findPythons({ cwd, home, env, gate }: LoadContext, settings: Settings): string[] {
	const preferred = findInterpreter({
		setting: settings.get(pythonSettings.interpreter),
		env,
		cwd,
		home,
		admits: (environment) => gate.admits(interpreterClaim(environment)),
	});
	const others = ["python3", "python"].map((name) => findProgram(name, env.PATH, cwd));
	const all = [preferred?.path, ...others, findProgram("python3", "/usr/bin:/usr/local/bin")];
	return [...new Set(all.filter((path) => path !== undefined))];
}
