import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import { openPty, type Pty } from "@oh-my-pi/pi-natives/shell/pty";
import type { ShellRun, ShellRunOptions } from "@oh-my-pi/pi-natives/shell/shell";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { ConsolePort } from "../../services/console-port.ts";

export interface ConsoleRun extends ShellRun {
	/** What went wrong with the terminal. */
	readonly error?: string;
	/** The user did not want it to go on. */
	readonly endedByUser?: boolean;
}

/** Runs a command in a terminal of its own, which the console shows and types into. */
export async function runInConsole(
	command: string,
	options: ShellRunOptions & { readonly shellPath: string; readonly inBox?: InBox | undefined },
	console: ConsolePort,
): Promise<ConsoleRun> {
	const { shellPath, cwd, env, variables, signal, onData, inBox } = options;
	const started = [shellPath, "-c", command];
	let pty: Pty | undefined;
	let endedByUser = false;
	const kill = () => void pty?.kill();
	using window = await console.open({
		title: "Console",
		command,
		type: (keys) => pty?.write(keys),
		resize: (cols, rows) => pty?.resize(cols, rows),
		kill() {
			endedByUser = true;
			kill();
		},
	});
	signal.addEventListener("abort", kill, { once: true });
	try {
		signal.throwIfAborted();
		pty = openPty(inBox?.(started) ?? started, {
			cwd,
			env: { ...env, ...variables, TERM: "xterm-256color" },
			...(window.cols !== undefined && { cols: window.cols }),
			...(window.rows !== undefined && { rows: window.rows }),
			onData(bytes) {
				window.write(bytes);
				onData(bytes);
			},
		});
		const { exitCode } = await pty.exit;
		if (endedByUser) return { exitCode: null, endedByUser };
		return { exitCode: signal.aborted ? null : exitCode };
	} catch (error) {
		return { exitCode: null, error: errorMessage(error) };
	} finally {
		signal.removeEventListener("abort", kill);
	}
}
