import { productEnv } from "../isolation/isolated-env.ts";
import { runCommand } from "../run-command.ts";

/** One program in its own tmux server. */
export class Tmux implements AsyncDisposable {
	readonly #socket = `omp-test-${crypto.randomUUID()}`;
	readonly #cwd: string;
	readonly #env: Record<string, string | undefined>;

	private constructor(cwd: string, env: Record<string, string | undefined>) {
		this.#cwd = cwd;
		this.#env = env;
	}

	static async start(
		command: readonly string[],
		options: { columns: number; rows: number; cwd?: string; env?: Record<string, string | undefined> },
	): Promise<Tmux> {
		const tmux = new Tmux(options.cwd ?? process.cwd(), options.env ?? productEnv());
		const size = ["-x", String(options.columns), "-y", String(options.rows)];
		await tmux.run("-f", "/dev/null", "new-session", "-d", ...size, ...command);
		return tmux;
	}

	async run(...args: string[]): Promise<string> {
		const command = ["tmux", "-L", this.#socket, ...args];
		return (await runCommand(command, { cwd: this.#cwd, env: this.#env })).stdout;
	}

	async type(...keys: string[]): Promise<void> {
		await this.run("send-keys", "-t", PANE, ...keys);
	}

	/** The visible rows. */
	async screen(): Promise<string> {
		return this.run("capture-pane", "-p", "-t", PANE);
	}

	/** Everything from the first row of history to the last of the screen, with wrapped rows joined. */
	async everything(): Promise<string> {
		return this.run("capture-pane", "-p", "-J", "-S", "-", "-t", PANE);
	}

	async shows(text: string): Promise<boolean> {
		return (await this.screen()).includes(text);
	}

	/** Properties of the pane, such as `cursor_x` or `alternate_on`. */
	async facts(...names: string[]): Promise<number[]> {
		const format = names.map((name) => `#{${name}}`).join(" ");
		return (await this.run("display-message", "-p", "-t", PANE, format)).trim().split(" ").map(Number);
	}

	async resize(columns: number, rows: number): Promise<void> {
		await this.run("resize-window", "-x", String(columns), "-y", String(rows));
	}

	/** Splits the window. */
	async split(direction: "-h" | "-v"): Promise<void> {
		await this.run("split-window", "-d", direction, "-t", PANE, "sleep 600");
	}

	/** Zooms the program's pane, or back. */
	async toggleZoom(): Promise<void> {
		await this.run("resize-pane", "-Z", "-t", PANE);
	}

	/** Records all output of the program to a file from now on. */
	async recordBytes(path: string): Promise<void> {
		await this.run("pipe-pane", "-o", "-t", PANE, `cat >> '${path}'`);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.run("kill-server");
	}
}

const PANE = ":0.0";
