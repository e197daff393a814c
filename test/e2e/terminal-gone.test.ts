import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Reply, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";

/** As `nohup` starts it: the signal is ignored until omp listens for it. */
const ignoringSignal = (command: readonly string[]) => ["sh", "-c", `trap '' HUP; exec "$@"`, "sh", ...command];

/** When the terminal goes away. */
const moments = {
	"at once": async () => {},
	"when the first bytes are drawn": async (terminal) => void (await until(() => terminal.output() !== "")),
	"at the prompt": (terminal) => terminal.waitFor("Acme One"),
	"while the model does not answer": async (terminal, omp) => {
		await terminal.waitFor("Acme One");
		terminal.type("wait\r");
		await until(() => omp.model.requests.length > 0);
	},
	"while a question is open": async (terminal) => {
		await terminal.waitFor("Acme One");
		terminal.type("run\r");
		await terminal.waitFor("Run this command?");
	},
	"while a command runs": async (terminal) => {
		await terminal.waitFor("Acme One");
		terminal.type("!sleep 600\r");
		await terminal.waitFor(/sleep 600[\s\S]*\d+\s?s|Running|esc/i);
	},
} satisfies Record<
	string,
	(terminal: ReturnType<typeof ptyRun>, omp: Awaited<ReturnType<typeof ompProject>>) => Promise<void>
>;

const replies: Readonly<Record<string, readonly Reply[]>> = {
	"while the model does not answer": [stalled(text("Never."))],
	"while a question is open": [toolCall("bash", { i: "Run", command: "touch x" })],
};

for (const [when, wait] of Object.entries(moments)) {
	for (const [how, wrap] of [
		["started as usual", (command: readonly string[]) => command],
		["started with the signal ignored", ignoringSignal],
	] as const) {
		test(`omp ends when its terminal goes away ${when}, ${how}`, async () => {
			await using omp = await ompProject({ replies: replies[when] ?? [text("Hello.")] });
			const args = when === "while a question is open" ? ["--approval-mode", "always-ask"] : [];
			await using terminal = ptyRun(wrap([...omp.command, ...args]), { cwd: omp.path, env: omp.env });
			await wait(terminal, omp);
			terminal.hangUp();
			const ended = await Promise.race([terminal.exit.then(() => true), Bun.sleep(20_000).then(() => false)]);
			expect(ended).toBe(true);
		}, 40_000);
	}
}
