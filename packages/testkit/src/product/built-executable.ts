import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { runCommand } from "../run-command.ts";

const root = resolve(import.meta.dir, "../../../..");
let built: Promise<string> | undefined;

/** `dist/omp` of this checkout, what users run. Built first when a source is newer than it. */
export function builtExecutable(): Promise<string> {
	built ??= build();
	return built;
}

async function build(): Promise<string> {
	if (await isOutdated()) {
		const { exitCode, stderr } = await runCommand([process.execPath, "scripts/build.ts"], { cwd: root });
		if (exitCode !== 0) throw new Error(`dist/omp could not be built:\n${stderr}`);
	}
	return join(root, "dist/omp");
}

/** As the launcher checks it. */
async function isOutdated(): Promise<boolean> {
	if (!existsSync(join(root, "dist/check.sh"))) return true;
	const { stdout, stderr } = await runCommand(["sh", "dist/check.sh"], { cwd: root });
	return stdout + stderr !== "";
}
