import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { executablePath } from "@oh-my-pi/pi-natives/executable-path";
import { platformPackage } from "@oh-my-pi/pi-natives/shipped-file";
import { isExecutable } from "@oh-my-pi/pi-utils/process/is-executable";
import { isolatedBunFlags } from "@oh-my-pi/pi-utils/process/isolated-bun-flags";

/** The beginning of a command line that starts omp: an executable, or a script that Bun runs. */
export function ompProgram(path: string = findOmp()): string[] {
	if (!/\.[cm]?[jt]s$/.test(path)) return [path];
	return [executablePath(), ...isolatedBunFlags, path];
}

/** Our own executable, the sources, or the executable that npm installed beside the SDK. */
function findOmp(): string {
	if (isExecutable) return executablePath();
	const source = join(import.meta.dirname, "../main.ts");
	if (existsSync(source)) return source;
	const name = platformPackage();
	try {
		return createRequire(import.meta.url).resolve(`${name}/bin/${process.platform === "win32" ? "omp.exe" : "omp"}`);
	} catch (cause) {
		throw new Error(`The package ${name} is not installed; give the path of omp as cliPath`, { cause });
	}
}
