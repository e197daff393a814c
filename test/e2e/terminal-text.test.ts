import { expect, setDefaultTimeout, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { opened } from "./at-terminal.ts";

setDefaultTimeout(30_000);

const clipboard = "\x1b]52;c;aGk=\x07";
const hostile = `needle ${clipboard}\x1b]0;title\x07\x1b]8;;http://x\x07link\x9b2J\x1b[8mhidden\u202e`;
const shown = "needle ␛]52;c;aGk=␇␛]0;title␇␛]8;;http://x␇link<U+009B>2J␛[8mhidden<U+202E>";

async function atTerminal(omp: OmpProject, ...args: string[]): Promise<string> {
	await using terminal = ptyRun([...omp.command, ...args], { cols: 200, cwd: omp.path, env: omp.env });
	await terminal.exit;
	return terminal.output();
}

test("a terminal gets the text of a model, a file and a session, and nothing that controls it", async () => {
	await using omp = await ompProject({ files: { "a.txt": `${hostile}\n` }, replies: [text(hostile)] });
	const outputs = [
		await atTerminal(omp, "-p", hostile),
		await atTerminal(omp, "read", "a.txt:raw"),
		await atTerminal(omp, "grep", "needle"),
		await atTerminal(omp, "sessions"),
	];
	for (const output of outputs) {
		expect(output).toContain("needle ");
		expect(output.replace(/\x1b\[[0-9;]*m/g, "")).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]/);
	}
	for (const output of outputs.slice(0, 3)) expect(output).toContain(shown);
	// The line breaks and control characters of a title are gone when it is made.
	expect(outputs[3]).toContain("hidden<U+202E>");
});

test("what is wrong with files of a project is said without what controls the terminal", async () => {
	const evil = "\x1b]0;title\x07";
	await using omp = await ompProject({
		files: {
			[`.omp/extensions/${evil}.ts`]: 'import "./nothing.ts";',
			".omp/rules/r.md": '---\ncondition: x\nscope: "\\e]0;title\\a"\n---\nNo.',
			".claude/settings.json": JSON.stringify({ hooks: { [evil]: [] } }),
		},
		replies: [text("ok")],
	});
	const output = await atTerminal(omp, "-p", "hi");
	expect(output).toContain("Failed to load extension");
	expect(output).toContain("omp has no event");
	expect(output).toContain("unknown scope");
	expect(output).not.toContain(evil);
});

test("a pipe gets the bytes as they are", async () => {
	await using omp = await ompProject({ files: { "a.txt": `${hostile}\n` }, replies: [text(hostile)] });
	expect((await omp.run(["-p", "hi"])).stdout).toBe(`${hostile}\n`);
	expect((await omp.run(["grep", "needle"])).stdout).toBe(`./a.txt:1:${hostile}\n`);
});

test("the question and the transcript show what would run, however it is disguised", async () => {
	const command = "touch X #\rls -la \x1b]0;touch Y;\x07";
	await using omp = await ompProject({ replies: [toolCall("bash", { i: "Look", command }), text("Done.")] });
	await using terminal = ptyRun([...omp.command, "--approval-mode", "always-ask"], {
		cols: 100,
		rows: 30,
		cwd: omp.path,
		env: omp.env,
	});
	await terminal.waitFor("Acme One");
	terminal.type("go\r");
	await opened(terminal, "Run this command?");
	const visible = "$ touch X #␍ls -la ␛]0;touch Y;␇";
	expect(terminal.screen()).toContain(visible);
	terminal.type("n");
	await terminal.waitFor("Done.");
	expect(terminal.screen()).toContain(visible);
	terminal.type("\x04");
	await terminal.exit;
});
