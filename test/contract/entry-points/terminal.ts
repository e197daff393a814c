import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { opened, rests } from "../../e2e/at-terminal.ts";
import { type EntryPoint, usualAnswer } from "../entry-point.ts";

/** `omp` in a pseudo-terminal. */
export const terminalEntry: EntryPoint = {
	name: "terminal",
	async open(omp, { env, approval, resumes, isUntrusted }) {
		const terminal = ptyRun([...omp.command, ...(resumes ? ["--continue"] : [])], {
			cols: 120,
			rows: 60,
			cwd: omp.path,
			env: { ...omp.env, ...env },
		});
		await terminal.waitFor(/Acme (One|Two)/);
		let question = "";
		if (isUntrusted) {
			await opened(terminal, "Trust this project?");
			question = terminal.screen();
			terminal.type("\r");
			await terminal.waitFor("omp works without it");
		}
		const count = (text: string) => terminal.history().split(text).length;
		return {
			async prompt(text, { answer = usualAnswer, images = [] } = {}) {
				const before = count(answer);
				// A file that is dropped on a terminal arrives as a paste of its path.
				for (const path of images) {
					terminal.type(`\x1b[200~${omp.files.file(path)}\x1b[201~`);
					await terminal.waitFor("[Image");
				}
				terminal.type(`${text}\r`);
				if (approval) {
					await opened(terminal, "Run this command?");
					terminal.type(approval === "allow" ? "y" : "n");
				}
				if (!answer) return;
				await until(() => count(answer) > before, {
					describe: () => `${answer} after ${text} on the screen, which shows:\n${terminal.screen()}`,
				});
				await rests(terminal);
			},
			told: () => question + terminal.history(),
			async close() {
				terminal.type("\x04");
				await terminal.exit;
			},
			[Symbol.asyncDispose]: () => terminal[Symbol.asyncDispose](),
		};
	},
};
