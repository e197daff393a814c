import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";

/** omp in a terminal, with helpers to type and wait. */
export interface AtTerminal extends PtyRun {
	/** Sends a line and waits for new output and the end of the run. */
	say(line: string, answer: string): Promise<void>;
	/** Sends keys and waits in the same way. */
	press(keys: string, answer: string): Promise<void>;
}

export async function atTerminal(
	omp: OmpProject,
	options: { args?: readonly string[]; env?: Record<string, string>; rows?: number } = {},
): Promise<AtTerminal> {
	const { args = [], env = {}, rows = 60 } = options;
	const command = [...omp.command, ...args];
	const terminal = ptyRun(command, { cols: 120, rows, cwd: omp.path, env: { ...omp.env, ...env } });
	await terminal.waitFor("Acme One");
	const count = (text: string) => terminal.history().split(text).length;
	const press = async (keys: string, answer: string) => {
		const before = count(answer);
		terminal.type(keys);
		await until(() => count(answer) > before, {
			describe: () => `${answer} after ${JSON.stringify(keys)} on the screen, which shows:\n${terminal.screen()}`,
		});
	};
	const say = async (line: string, answer: string) => {
		await press(`${line}\r`, answer);
		if (!line.startsWith("/")) await rests(terminal);
	};
	return Object.assign(terminal, { press, say });
}

/** A reply is on the screen before the run has ended, and many commands are refused until then. */
export async function rests(terminal: Pick<PtyRun, "screen">): Promise<void> {
	await until(() => !isWorking(terminal));
}

/** A run is under way, and Esc ends it. */
export function isWorking(terminal: Pick<PtyRun, "screen">): boolean {
	return /(?:⟦|\[)esc(?:⟧|\])/.test(terminal.screen());
}

/** Waits until a question is there and takes keys. */
export async function opened(terminal: PtyRun, words: string): Promise<void> {
	await terminal.waitFor(words);
	// Long enough for it to take keys.
	await Bun.sleep(1000);
	await until(() => !terminal.screen().includes("Stop typing to answer"));
}
