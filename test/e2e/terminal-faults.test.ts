import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

verifies(
	"tui:terminal:dead-tty",
	async () => {
		await using omp = await ompProject({ replies: [text("Saved before the end.")] });
		await using terminal = ptyRun(omp.command, { cwd: omp.path, env: omp.env });
		await terminal.waitFor("Acme One");
		terminal.type("hello\r");
		await terminal.waitFor("Saved before the end.");
		terminal.hangUp();
		await terminal.exit;
		const [session] = await omp.sessions();
		expect(session?.at(-1)).toMatchObject({ customType: "session_exit" });
		expect(JSON.stringify(session)).toContain("Saved before the end.");
	},
	20_000,
);

verifies("tui:editor:placeholder", async () => {
	const placeholder = "Ask anything · / commands · @ files · ! shell";
	await using omp = await ompProject({ replies: [text("Hello there.")] });
	await using terminal = ptyRun(omp.command, { cwd: omp.path, env: omp.env });
	await terminal.waitFor(placeholder);
	terminal.type("x");
	await until(() => !terminal.screen().includes(placeholder));
	terminal.type("\x7f");
	await terminal.waitFor(placeholder);
	terminal.type("hi\r");
	await terminal.waitFor("Hello there.");
	expect(terminal.screen()).not.toContain(placeholder);
});

verifies("tui:tool-block:sanitised", async () => {
	const evil = "\\033[2J\\033[Hhome\\033]0;evil title\\007\\033[?1049h\\033[?25l\\tseen\\r\\n\\0338\\233[3Jend";
	await using omp = await ompProject({
		replies: [toolCall("bash", { i: "Printing", command: `printf '${evil}'` }), text("Printed.")],
	});
	await using terminal = ptyRun(omp.command, { cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	terminal.type("print\r");
	await terminal.waitFor("Printed.");
	expect(terminal.screen()).toContain("home");
	expect(terminal.screen()).toContain("seen");
	const { alternateScreen, cursorHidden } = terminal.modes();
	expect({ alternateScreen, cursorHidden }).toEqual({ alternateScreen: false, cursorHidden: false });
	const forbidden = ["\x1b[2J", "\x1b[3J", "\x1b[H", "evil title\x07", "\x1b[?1049h"];
	expect(forbidden.filter((sequence) => terminal.output().includes(sequence))).toEqual([]);
});
