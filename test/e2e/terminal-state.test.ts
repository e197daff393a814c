import { expect } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

function start(omp: OmpProject, env: Record<string, string> = {}): PtyRun {
	return ptyRun(omp.command, { cwd: omp.path, env: { ...omp.env, ...env } });
}

async function quit(terminal: PtyRun): Promise<void> {
	terminal.type("\x04");
	await terminal.exit;
}

verifies("tui:mark:osc133", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
	await using terminal = start(omp);
	await terminal.waitFor("Acme One");
	for (const [message, answer] of [
		["first question", "One."],
		["second question", "Two."],
	] as const) {
		terminal.type(`${message}\r`);
		await terminal.waitFor(answer);
	}
	await quit(terminal);
	const marks = terminal.output().match(/\x1b\]133;[A-D]|One\.|Two\./g) ?? [];
	const order = marks.join(" ").replaceAll("\x1b]133;", "");
	expect(order).toMatch(/^A (?:A )*B C .*One\. .*D A .*B C .*Two\./);
});

verifies("tui:title:progress", async () => {
	const replies = [toolCall("bash", { i: "Waiting", command: "sleep 0.6" }), text("Done.")];
	await using omp = await ompProject({ replies });
	await omp.home.write(".omp/agent/config.yml", "terminal:\n  showProgress: true\n");
	await using terminal = start(omp);
	await terminal.waitFor("Acme One");
	terminal.type("go\r");
	await terminal.waitFor("Done.");
	await until(() => terminal.output().includes("\x1b]9;4;0;0\x07"));
	await quit(terminal);
	expect(terminal.output().match(/\x1b\]9;4;\d;0\x07/g)).toEqual(["\x1b]9;4;3;0\x07", "\x1b]9;4;0;0\x07"]);
	expect(terminal.output()).toMatch(/\x1b\]0;π [⠁-⣿] /u);
});

verifies(
	"tui:link:osc8",
	async () => {
		const answer = "Look at `notes.md`, see https://example.com/x and #3.";
		const config = '[remote "origin"]\n\turl = https://github.com/acme/demo.git\n';
		const linksWith = async (setting: string, env: Record<string, string>): Promise<readonly string[]> => {
			const files = { "notes.md": "hi", ".git/config": config };
			await using omp = await ompProject({ replies: [delivered(text(answer), { chunkChars: 7 })], files });
			await omp.home.write(".omp/agent/config.yml", `tui:\n  hyperlinks: ${setting}\n`);
			await using terminal = start(omp, env);
			await terminal.waitFor("Acme One");
			terminal.type("go\r");
			await terminal.waitFor("and #3.");
			await quit(terminal);
			const targets = [...terminal.output().matchAll(/\x1b\]8;id=\w+;([^\x1b]+)\x1b/g)].map((match) => match[1] ?? "");
			return [...new Set(targets)].map((target) => target.replace(omp.path, ""));
		};
		const all = ["file:///notes.md", "https://example.com/x", "https://github.com/acme/demo/issues/3"];
		expect(await linksWith("always", {})).toEqual(all);
		expect(await linksWith("auto", { TERM: "xterm-kitty" })).toEqual(all);
		expect(await linksWith("auto", { TERM: "xterm" })).toEqual([]);
		expect(await linksWith("off", { TERM: "xterm-kitty" })).toEqual([]);
	},
	30_000,
);
