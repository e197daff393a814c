import { describe, expect, test } from "bun:test";
import { listProcesses } from "@oh-my-pi/pi-natives/process/process-list";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verificationName, verifies } from "@oh-my-pi/pi-testkit/verifies";

async function start(omp: OmpProject): Promise<PtyRun> {
	const terminal = ptyRun([...omp.command], { cols: 90, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	return terminal;
}

const told = (omp: OmpProject, index: number) => JSON.stringify(omp.model.requests[index]?.messages);

describe("user runs", () => {
	verifies("slash-commands:prefix:shell", async () => {
		const replies = [
			toolCall("bash", { i: "Looking", command: 'echo "[$COLOR]"; export FRUIT=plum' }),
			text("Blue it is."),
		];
		await using omp = await ompProject({ replies });
		await using terminal = await start(omp);
		terminal.type("!export COLOR=blue; echo set\r");
		await terminal.waitFor(/─{90}\s+\$ export COLOR=blue; echo set\s+set\s+─{90}/);
		terminal.type("!!echo hidden-$COLOR; exit 3\r");
		await terminal.waitFor(/hidden-blue\s+exit code 3\s+\(not in context\)/);
		terminal.type("!export COLOR=green\r");
		await terminal.waitFor(/\$ export COLOR=green\s+─/);
		// The block is there before the command has ended; a second one is refused until then.
		terminal.type("!echo ended");
		await until(
			() => {
				if (/\$ echo ended\s+ended\s+─/.test(terminal.screen())) return true;
				terminal.type("\r");
				return false;
			},
			{ everyMs: 200 },
		);
		terminal.type("which color?\r");
		await terminal.waitFor("Blue it is.");
		expect(told(omp, 0)).toContain("Ran `export COLOR=blue; echo set`");
		expect(told(omp, 0)).not.toContain("hidden-blue");
		expect(told(omp, 1)).toContain("[green]");
		terminal.type("!echo fruit-$FRUIT\r");
		await terminal.waitFor("fruit-plum");
	});

	test("Esc kills it with its child processes, and only one runs at a time", async () => {
		await using omp = await ompProject();
		// In the sandbox processes have other numbers than outside.
		await omp.home.write(".omp/agent/config.yml", 'sandbox: { mode: "off" }\n');
		await using terminal = await start(omp);
		terminal.type("!sleep 600 & echo $! > pid; echo begun; wait\r");
		await until(async () => (await omp.files.read("pid").catch(() => "")).trim() !== "");
		const pid = Number(await omp.files.read("pid"));
		terminal.type("!echo second\r");
		await terminal.waitFor("still running");
		terminal.type("\x1b");
		await terminal.waitFor("[Command cancelled]");
		await until(async () => !(await listProcesses()).some((process) => process.pid === pid));
		terminal.type("\r");
		await terminal.waitFor(/\$ echo second\s+second/);
	});

	test("it runs during a run of the model, which sees it afterwards", async () => {
		const replies = [
			toolCall("bash", { i: "Waiting", command: "until [ -e go ]; do sleep 0.01; done" }),
			text("Seen."),
			text("Yes."),
		];
		await using omp = await ompProject({ replies });
		await using terminal = await start(omp);
		terminal.type("wait\r");
		await terminal.waitFor("Waiting ⟦esc⟧");
		terminal.type("!echo meanwhile > go; echo done-$((1+1))\r");
		await terminal.waitFor("done-2");
		await terminal.waitFor("Seen.");
		terminal.type("did you hear?\r");
		await terminal.waitFor("Yes.");
		expect(told(omp, 2)).toContain("Ran `echo meanwhile > go");
	});

	verifies("slash-commands:prefix:shell-cd", async () => {
		await using omp = await ompProject({ files: { "sub/a.txt": "" } });
		await using terminal = await start(omp);
		terminal.type("!cd sub\r");
		await terminal.waitFor("Move the session to sub?");
		terminal.type("\r");
		await until(() => !terminal.screen().includes("Move the session to sub?"));
		terminal.type("!cd ..\r");
		await terminal.waitFor("Move the session to ..?");
		terminal.type("\x1b");
		await until(() => !terminal.screen().includes("Move the session to ..?"));
		terminal.type("!basename $PWD; ls\r");
		await terminal.waitFor(/sub\s+a\.txt/);
	});

	requires("python3")(
		verificationName("slash-commands:prefix:python"),
		async () => {
			const replies = [
				toolCall("eval", { i: "Using it", cells: [{ language: "py", code: "print(x * 2)\ny = 5" }] }),
				text("Doubled."),
			];
			await using omp = await ompProject({ replies });
			await using terminal = await start(omp);
			terminal.type("$ x = 21; print('set')\r");
			await terminal.waitFor(/─{90}\s+>>> x = 21; print\('set'\)\s+set\s+─{90}/);
			terminal.type("$$ secret = x + 1; 1 / 0\r");
			await terminal.waitFor(/ZeroDivisionError[\s\S]*exit code 1\s+\(not in context\)/);
			terminal.type("$HOME and double it\r");
			await terminal.waitFor("Doubled.");
			expect(told(omp, 0)).toContain("Ran Python:\\n```python\\nx = 21; print('set')");
			expect(told(omp, 0)).toContain("$HOME and double it");
			expect(told(omp, 0)).not.toContain("ZeroDivisionError");
			expect(told(omp, 1)).toContain("42");
			terminal.type("$ y + secret\r");
			await terminal.waitFor("27");
			terminal.type("$ while True: pass\r");
			await terminal.waitFor("Running… ⟦esc⟧");
			terminal.type("\x1b");
			await terminal.waitFor("[Cell cancelled]");
			terminal.type("$ print('x is', x)\r");
			await terminal.waitFor("x is 21");
		},
		20_000,
	);
});
