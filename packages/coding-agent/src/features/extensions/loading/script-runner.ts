import { join } from "node:path";
import { executablePath, setExecPath } from "@oh-my-pi/pi-natives/executable-path";
import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import { runnerFolder } from "@oh-my-pi/pi-tools/kernels/process/runner-folder";
import { once } from "@oh-my-pi/pi-utils/once";
import { isExecutable } from "@oh-my-pi/pi-utils/process/is-executable";
import { isolatedBunFlags } from "@oh-my-pi/pi-utils/process/isolated-bun-flags";
import preload from "./script-preload.mjs" with { type: "text" };
import posixRunner from "./script-runner.sh" with { type: "text" };

/**
 * Lets extensions start scripts with `process.execPath`, as under Bun. In our executable that would be omp, which takes the path
 * of a script for a prompt; so it becomes a small program that starts the Bun inside the executable.
 */
export const prepareExecPath = once(() => {
	if (!isExecutable) return;
	const isWindows = process.platform === "win32";
	const name = isWindows ? "omp-script.cmd" : "omp-script";
	const folder = runnerFolder("omp-script-runner", {
		[name]: isWindows ? windows(executablePath()) : posix(executablePath()),
		"preload.mjs": preload,
	});
	setExecPath(join(folder, name));
});

function posix(omp: string): string {
	const settings = { omp: quoteForShell(omp), flags: quoteForShell(isolatedBunFlags.join(" ")) };
	return `#!/bin/sh\n${Object.entries(settings)
		.map(([name, value]) => `${name}=${value}\n`)
		.join("")}${posixRunner}`;
}

function windows(omp: string): string {
	return `@set BUN_BE_BUN=1\r\n@"${omp.replaceAll("%", "%%")}" ${isolatedBunFlags.join(" ")} "--preload=%~dp0preload.mjs" %*\r\n`;
}
