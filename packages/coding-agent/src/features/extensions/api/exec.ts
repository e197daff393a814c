import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { ExecResult } from "./types.ts";

/** Runs a program without a shell. One that cannot be started has code 127 and the reason on stderr. */
export async function execute(
	command: string,
	args: readonly string[],
	options: { readonly cwd: string; readonly signal?: AbortSignal; readonly timeout?: number },
): Promise<ExecResult> {
	const { cwd, signal, timeout } = options;
	if (signal?.aborted) return { stdout: "", stderr: "", code: 1, killed: true };
	try {
		const child = Bun.spawn([command, ...args], {
			cwd,
			stdin: "ignore",
			stdout: "pipe",
			stderr: "pipe",
			...(signal && { signal }),
			...(timeout !== undefined && timeout > 0 && { timeout, killSignal: "SIGKILL" }),
		});
		const [stdout, stderr, code] = await Promise.all([
			new Response(child.stdout).text(),
			new Response(child.stderr).text(),
			child.exited,
		]);
		return { stdout, stderr, code, killed: child.signalCode !== null };
	} catch (error) {
		return { stdout: "", stderr: errorMessage(error), code: 127, killed: false };
	}
}
