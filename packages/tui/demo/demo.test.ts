import { expect } from "bun:test";
import { join } from "node:path";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { until } from "@oh-my-pi/pi-testkit/until";

/** A tmux server of its own, so that no other session is touched. */
class Tmux implements AsyncDisposable {
	readonly #socket = `omp-tui-${crypto.randomUUID()}`;

	async run(...args: string[]): Promise<string> {
		const child = Bun.spawn(["tmux", "-L", this.#socket, "-f", "/dev/null", ...args], {
			stdout: "pipe",
			stderr: "pipe",
		});
		const output = await new Response(child.stdout).text();
		await child.exited;
		return output;
	}

	/** Everything from the first row of history to the last of the screen, wrapped rows put together. */
	async everything(): Promise<string> {
		return this.run("capture-pane", "-p", "-J", "-S", "-5000");
	}

	async type(...keys: string[]): Promise<void> {
		await this.run("send-keys", ...keys);
	}

	async shows(text: string): Promise<boolean> {
		return (await this.run("capture-pane", "-p")).includes(text);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.run("kill-server");
	}
}

function count(text: string, part: string): number {
	return text.split(part).length - 1;
}

requires("tmux")(
	"in a real terminal every row is there once, through streaming and resizes, and the shell gets it back",
	async () => {
		await using tmux = new Tmux();
		const shell = `PS1='$ ' exec sh`;
		await tmux.run("new-session", "-d", "-x", "80", "-y", "24", "sh", "-c", shell);
		await tmux.type("echo before", "Enter");
		await tmux.type(`${process.execPath} ${join(import.meta.dir, "demo.ts")}`, "Enter");
		await until(() => tmux.shows("Ask anything"), { timeoutMs: 15_000 });
		for (let round = 0; round < 3; round++) {
			await tmux.type("hello", "Enter");
			await until(() => tmux.shows("Working…"));
			await tmux.run("resize-window", "-x", String(50 + 20 * round), "-y", String(14 + 6 * round));
			await until(async () => !(await tmux.shows("Working…")), { timeoutMs: 15_000 });
		}
		await tmux.type("C-d");
		await until(async () => (await tmux.run("capture-pane", "-p")).trimEnd().endsWith("\n$"));
		await tmux.type("echo after", "Enter");
		const screen = await until(async () => {
			const everything = await tmux.everything();
			return count(everything, "after") >= 2 && everything;
		});
		const found = Object.fromEntries(
			[
				"before",
				"omp tui demo",
				"What I would do",
				"1. read the file",
				"sample.test.ts",
				"Tests are quick",
				"See the docs",
				"~/project",
			].map((part) => [part, count(screen, part)]),
		);
		expect(found).toEqual({
			before: 2,
			"omp tui demo": 1,
			"What I would do": 3,
			"1. read the file": 3,
			"sample.test.ts": 3,
			"Tests are quick": 3,
			"See the docs": 3,
			"~/project": 0,
		});
		expect(screen.trimEnd().split("\n").slice(-4)).toEqual([
			"See the docs (https://example.com/docs) for more.",
			"$ echo after",
			"after",
			"$",
		]);
	},
	60_000,
);
