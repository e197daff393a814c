import { existsSync } from "node:fs";
import { join } from "node:path";

export interface PythonPlace {
	/** The setting `python.interpreter`. */
	readonly setting?: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
	readonly home: string;
}

export interface Interpreter {
	readonly path: string;
	/** The virtual environment it belongs to. */
	readonly environment?: string;
}

/** The Python that a user would mean here: the one set, an active or local environment, omp's own, or what is on PATH. */
export function findInterpreter({ setting, env, cwd, home }: PythonPlace): Interpreter | undefined {
	if (setting) return { path: setting };
	const environments = [
		env.VIRTUAL_ENV,
		env.CONDA_PREFIX,
		join(cwd, ".venv"),
		join(cwd, "venv"),
		join(home, ".omp", "python-env"),
	];
	for (const environment of environments) {
		if (!environment) continue;
		const path = join(environment, "bin", "python");
		if (existsSync(path)) return { path, environment };
	}
	const options = { PATH: env.PATH ?? "" };
	const path = Bun.which("python3", options) ?? Bun.which("python", options);
	return path ? { path } : undefined;
}
