import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { pythonIn } from "@oh-my-pi/pi-tools/kernels/python/interpreter";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { Claim } from "./claim.ts";
import { hashOfFile } from "./named-files.ts";
import { realPath } from "./project.ts";

/** A virtual environment of a project: its Python runs cells, and at its start what the environment itself brings. */
export function interpreterClaim(environment: string): Claim {
	const python = pythonIn(environment);
	const target = realPath(python);
	const started = startedFiles(environment);
	const lines = [
		`${python} is ${target}`,
		// The system's own Python is the user's, and is updated.
		...(target.startsWith(`${realPath(dirname(environment))}/`) ? [`${hashOfFile(target)} ${target}`] : []),
		...started.map((path) => `${hashOfFile(path)} ${path}`),
	].map((line) => line.replaceAll(environment, "."));
	return {
		kind: "interpreter",
		path: environment,
		content: lines.join("\n"),
		shown: lines.join("\n"),
		effects: [
			`Python cells run ${python}, which is ${target}`,
			...started.map((path) => `Python reads at its start: ${path}`),
		],
	};
}

/** What Python runs or goes by before a cell does. A `.pth` file that only names folders is not among it. */
function startedFiles(environment: string): string[] {
	const folders = listEntries(join(environment, "lib"))
		.filter((name) => name.startsWith("python"))
		.map((name) => join(environment, "lib", name, "site-packages"));
	const running = folders.flatMap((folder) =>
		listEntries(folder)
			.map((name) => join(folder, name))
			.filter((path) => (path.endsWith(".pth") ? runsCode(path) : /\/(?:site|user)customize(?:\.\w+)?$/.test(path))),
	);
	return [join(environment, "pyvenv.cfg"), ...running];
}

function runsCode(path: string): boolean {
	try {
		return /^import[ \t]/m.test(readRegularFile(path) ?? "");
	} catch {
		return true;
	}
}

function listEntries(folder: string): string[] {
	try {
		return readdirSync(folder).sort();
	} catch {
		// There is none.
		return [];
	}
}
