import { existsSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "@oh-my-pi/pi-natives/find-program";

export interface PythonPlace {
	/** The setting `python.interpreter`. */
	readonly setting?: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
	readonly home: string;
	/** Whether a virtual environment of the project may run; all may by default. */
	readonly admits?: (environment: string) => boolean;
}

export interface Interpreter {
	readonly path: string;
	/** The virtual environment it belongs to. */
	readonly environment?: string;
}

/** The Python that a user would mean here: the one set, an active or local environment, omp's own, or what is on PATH. */
export function findInterpreter({
	setting,
	env,
	cwd,
	home,
	admits = () => true,
}: PythonPlace): Interpreter | undefined {
	if (setting) return { path: setting };
	const active = [env.VIRTUAL_ENV, env.CONDA_PREFIX].find((folder) => folder && hasPython(folder));
	const environment =
		active ??
		localEnvironments(cwd).find((folder) => hasPython(folder) && admits(folder)) ??
		[join(home, ".omp", "python-env")].find(hasPython);
	if (environment) return { path: pythonIn(environment), environment };
	const path = findProgram("python3", env.PATH, cwd) ?? findProgram("python", env.PATH, cwd);
	return path ? { path } : undefined;
}

/** Where a project keeps its virtual environment. */
export function localEnvironments(cwd: string): string[] {
	return [join(cwd, ".venv"), join(cwd, "venv")];
}

export function pythonIn(environment: string): string {
	return join(environment, "bin", "python");
}

function hasPython(environment: string): boolean {
	return existsSync(pythonIn(environment));
}
