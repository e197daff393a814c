import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { builtExecutable } from "@oh-my-pi/pi-testkit/product/built-executable";
import { repositoryRoot } from "../../scripts/repository-root.ts";

export const plantedSecret = "planted-secret";

/** Servers and sockets of the machine that a box must not reach, and a folder that is not temporary. */
export interface Machine extends AsyncDisposable {
	readonly folder: string;
	/** The entrance: what ships. */
	readonly executable: string;
	/** Variables that say where all of it is. */
	readonly facts: Readonly<Record<string, string>>;
}

export async function startMachine(): Promise<Machine> {
	const executable = await builtExecutable();
	// Not in /tmp, of which a box sees nothing anyway.
	const folder = mkdtempSync(join(repositoryRoot, "dist", "box-"));
	const child = Bun.spawn([python, join(import.meta.dir, "machine.py"), folder, plantedSecret], {
		stdin: "pipe",
		stdout: "pipe",
	});
	const { value } = await child.stdout.getReader().read();
	const facts: Record<string, string | number> = JSON.parse(new TextDecoder().decode(value));
	return {
		folder,
		executable,
		facts: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, String(fact)])),
		async [Symbol.asyncDispose]() {
			await child.stdin.end();
			await child.exited;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Not a shim in the PATH, which takes much longer to start. */
export const python = "/usr/bin/python3";
