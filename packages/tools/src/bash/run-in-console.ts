import { openPty, type Pty } from "@oh-my-pi/pi-natives/pty";
import type { ShellRun, ShellRunOptions } from "@oh-my-pi/pi-natives/shell";
import type { ConsolePort } from "./console-port.ts";

/** Runs a command in a terminal of its own, which the console shows and types into. */
export async function runInConsole(
	command: string,
	options: ShellRunOptions & { readonly shellPath: string },
	console: ConsolePort,
): Promise<ShellRun & { error?: string }> {
	const { shellPath, cwd, env, variables, signal, onData } = options;
	let pty: Pty | undefined;
	const kill = () => void pty?.kill();
	using window = console.open({
		title: "Console",
		command,
		type: (keys) => pty?.write(keys),
		resize: (cols, rows) => pty?.resize(cols, rows),
		kill,
	});
	signal.addEventListener("abort", kill, { once: true });
	try {
		signal.throwIfAborted();
		pty = openPty([shellPath, "-c", command], {
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
		return { exitCode: signal.aborted ? null : exitCode };
	} catch (error) {
		return { exitCode: null, error: error instanceof Error ? error.message : String(error) };
	} finally {
		signal.removeEventListener("abort", kill);
	}
}
