import { execute } from "../../features/extensions/api/exec.ts";
import type { ExecResult } from "../../features/extensions/api/types.ts";

/** What hooks import from `extensibility/hooks`; loading them is up to the program that runs them. */
export { HookRunner } from "../../features/extensions/hook-library/hook-runner.ts";
export { HookToolWrapper } from "../../features/extensions/hook-library/hook-tool-wrapper.ts";

/** Runs a program without a shell. */
export function execCommand(
	command: string,
	args: readonly string[],
	cwd: string,
	options: { readonly signal?: AbortSignal; readonly timeout?: number } = {},
): Promise<ExecResult> {
	return execute(command, args, { ...options, cwd });
}
