#!/usr/bin/env bun
import { runCli } from "./cli/run.ts";
import { ownProcessHost, providePackages } from "./process/process-host.ts";
import { processIo } from "./process/process-io.ts";
import { hostPackages } from "./sdk/packages/host-packages.ts";

process.exit(await runCli(process.argv.slice(2), hostHere(), processIo(process.exit)));

/** Nothing can be run or found in a folder that was removed. */
function hostHere(): ReturnType<typeof ownProcessHost> {
	try {
		providePackages(hostPackages);
		return ownProcessHost();
	} catch (error) {
		if (!(error instanceof Error && "syscall" in error && error.syscall === "uv_cwd")) throw error;
		process.stderr.write("The current folder no longer exists. Change to another one and start omp again.\n");
		process.exit(1);
	}
}
