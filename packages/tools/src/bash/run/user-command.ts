import { type RunPorts, runCommand } from "./run-command.ts";

/** What a command that the user typed came to. */
export interface UserCommandResult {
	readonly output: string;
	readonly exitCode?: number;
	readonly cancelled: boolean;
	readonly truncated: boolean;
	readonly totalLines: number;
	readonly totalBytes: number;
	readonly outputLines: number;
	readonly outputBytes: number;
	readonly artifactId?: string;
	/** The folder in which the command ended, if that is known. */
	readonly workingDir?: string;
}

/** Runs a command of the user as it is: nothing is taken off, refused or counted, and it may take as long as it wants. */
export async function executeUserCommand(
	command: string,
	options: {
		readonly cwd: string;
		readonly signal: AbortSignal;
		/** Gets all there is so far, now and then. */
		readonly onUpdate?: (text: string) => void;
	},
	ports: RunPorts,
): Promise<UserCommandResult> {
	const request = { command, variables: {}, timeoutSeconds: undefined, ...options };
	const { output, exitCode, aborted, endFolder } = await runCommand(request, ports);
	const { text, truncated, totalLines, totalBytes, meta } = output;
	const { outputLines = totalLines, outputBytes = Buffer.byteLength(text), artifactId } = meta?.truncation ?? {};
	return {
		output: aborted ? `[Command cancelled]\n${text}` : text,
		...(exitCode !== null && !aborted && { exitCode }),
		cancelled: aborted,
		truncated,
		totalLines,
		totalBytes,
		outputLines,
		outputBytes,
		...(artifactId !== undefined && { artifactId }),
		...(endFolder !== undefined && { workingDir: endFolder }),
	};
}
