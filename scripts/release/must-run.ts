import { text } from "node:stream/consumers";

/** Runs a program and returns what it printed; one that fails throws with its complaint. */
export async function mustRun(command: readonly string[], options: { cwd: string }): Promise<string> {
	const child = Bun.spawn([...command], { cwd: options.cwd, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
	const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), child.exited]);
	if (exitCode !== 0) throw new Error(`${command.join(" ")} failed:\n${stderr.trim() || stdout.trim()}`);
	return stdout;
}
