import { expect } from "bun:test";
import { join } from "node:path";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { Tmux } from "@oh-my-pi/pi-testkit/terminal/tmux";
import { until } from "@oh-my-pi/pi-testkit/until";

function count(text: string, part: string): number {
	return text.split(part).length - 1;
}

requires("tmux")(
	"in a real terminal every row is there once, through streaming and resizes, and the shell gets it back",
	async () => {
		await using tmux = await Tmux.start(["sh", "-c", "PS1='$ ' exec sh"], { columns: 80, rows: 24 });
		await tmux.type("echo before", "Enter");
		await tmux.type(`${process.execPath} ${join(import.meta.dir, "demo.ts")}`, "Enter");
		await until(() => tmux.shows("Ask anything"), { timeoutMs: 15_000 });
		for (let round = 0; round < 3; round++) {
			await tmux.type("hello", "Enter");
			await until(() => tmux.shows("Working…"));
			await tmux.resize(50 + 20 * round, 14 + 6 * round);
			await until(async () => !(await tmux.shows("Working…")), { timeoutMs: 15_000 });
		}
		await tmux.type("C-d");
		await until(async () => (await tmux.screen()).trimEnd().endsWith("\n$"));
		await tmux.type("echo after", "Enter");
		const screen = await until(async () => {
			const everything = await tmux.everything();
			return count(everything, "after") >= 2 && everything.trimEnd().endsWith("\n$") && everything;
		});
		const found = Object.fromEntries(
			[
				"before",
				"omp tui demo",
				"What I would do",
				"1. read the file",
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
			"Tests are quick": 3,
			"See the docs": 3,
			"~/project": 0,
		});
		// A table that a resize cuts in two is drawn again as a whole.
		expect([3, 4]).toContain(count(screen, "sample.test.ts"));
		expect(screen.trimEnd().split("\n").slice(-4)).toEqual([
			"See the docs (https://example.com/docs) for more.",
			"$ echo after",
			"after",
			"$",
		]);
	},
	// A height that changes while a frame is on its way can cost a row, once in dozens of runs on a busy machine.
	{ timeout: 60_000, retry: 1 },
);
