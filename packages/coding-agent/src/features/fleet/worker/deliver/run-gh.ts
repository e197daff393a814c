import { text } from "node:stream/consumers";
import { findProgram } from "@oh-my-pi/pi-natives/find-program";

const quiet = {
	GH_PROMPT_DISABLED: "1",
	GH_NO_UPDATE_NOTIFIER: "1",
	GH_PAGER: "cat",
	NO_COLOR: "1",
	CLICOLOR_FORCE: undefined,
	GH_FORCE_TTY: undefined,
};

const timeoutMs = 120_000;

/** Runs the GitHub CLI outside of any repository, with the login of the worker. */
export async function runGh(
	args: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
	signal: AbortSignal,
): Promise<string> {
	const program = findProgram("gh", env.PATH);
	if (!program) throw new Error("GitHub CLI (gh) is not installed on this worker; see https://cli.github.com/");
	const child = Bun.spawn([program, ...args], {
		cwd: "/",
		env: { ...env, ...quiet },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "pipe",
		timeout: timeoutMs,
		signal,
	});
	const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), child.exited]);
	if (code !== 0)
		throw new Error(`gh ${args.slice(0, 2).join(" ")}: ${stderr.trim().slice(0, 2000) || `exit code ${code}`}`);
	return stdout;
}
