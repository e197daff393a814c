import { runCli } from "./cli/dispatch/run.ts";
import { ownProcessHost, providePackages } from "./process/process-host.ts";
import { processIo } from "./process/terminal/process-io.ts";
import { hostPackages } from "./sdk/packages/host-packages.ts";

// Some of what a run waits for does not keep the process alive by itself: a browser, a timer.
setInterval(() => {}, 2 ** 31 - 1);
void runCli(process.argv.slice(2), hostHere(), processIo(process.exit)).then(process.exit, (error: unknown) => {
	console.error(error);
	process.exit(1);
});

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
