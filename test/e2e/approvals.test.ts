import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { opened } from "./at-terminal.ts";

/** Each question takes no key for a moment, and several programs share the machine. */
setDefaultTimeout(30_000);

const bash = (command: string) => ({ name: "bash", arguments: { i: "Trying", command } });

describe("approvals at the terminal", () => {
	test("after approval for the session, the next call runs without asking", async () => {
		const replies = [
			toolCall("bash", { i: "Trying", command: "echo first > one.txt; umask 022" }),
			toolCall("bash", { i: "Trying", command: "echo second > two.txt; umask 022" }),
			text("Both are there."),
		];
		await using omp = await ompProject({ replies });
		await using terminal = ptyRun([...omp.command, "--approval-mode", "write", "--sandbox", "off"], {
			cols: 100,
			rows: 30,
			cwd: omp.path,
			env: omp.env,
		});
		await terminal.waitFor("Acme One");
		terminal.type("go\r");
		await opened(terminal, "Run this command?");
		// The question shows the call, so the transcript does not.
		expect(terminal.screen().split("echo first > one.txt")).toHaveLength(2);
		// What allows more than this call needs Enter.
		terminal.type("s");
		await Bun.sleep(500);
		expect(omp.model.requests).toHaveLength(1);
		terminal.type("\r");
		await terminal.waitFor("Both are there.");
		expect(await omp.files.read("two.txt")).toBe("second\n");
		terminal.type("\x04");
		await terminal.exit;
	});

	test("typing answers nothing, and what was typed is still there", async () => {
		const command = "rm -rf ./work";
		const replies = [toolCall("bash", { i: "Clean", command }), text("Done.")];
		await using omp = await ompProject({ replies, files: { "work/a.txt": "a" } });
		await using terminal = ptyRun([...omp.command, "--approval-mode", "write", "--sandbox", "off"], {
			cols: 100,
			rows: 30,
			cwd: omp.path,
			env: omp.env,
		});
		await terminal.waitFor("Acme One");
		terminal.type("go\r");
		// Somebody writes the next prompt, key by key, while the question opens.
		for (const key of "say yes as soon as") {
			terminal.type(key);
			await Bun.sleep(60);
		}
		await terminal.waitFor("Draft kept: say yes as soon as");
		expect(await omp.files.read("work/a.txt")).toBe("a");
		expect(omp.model.requests).toHaveLength(1);
		await opened(terminal, "Run this command?");
		// Words that begin with a shortcut, long after it has opened.
		for (const word of ["why do you", "stop", "yes!"]) {
			await Bun.sleep(1000);
			for (const key of ` ${word}`) {
				terminal.type(key);
				await Bun.sleep(150);
			}
		}
		await terminal.waitFor("Draft kept: say yes as soon as why do you stop yes!");
		expect(await omp.files.read("work/a.txt")).toBe("a");
		expect(omp.model.requests).toHaveLength(1);
		// What is saved needs Enter.
		await Bun.sleep(1000);
		terminal.type("a");
		await Bun.sleep(500);
		expect(await omp.home.read(".omp/agent/config.yml").catch(() => "")).not.toContain("allow");
		terminal.type("n");
		await terminal.waitFor("Done.");
		await terminal.waitFor("say yes as soon as");
		expect(await omp.files.read("work/a.txt")).toBe("a");
		terminal.type("\x04");
		await terminal.exit;
	});

	test("a rule is widened before it is written, and what fits it just runs", async () => {
		const replies = [toolCalls(bash("mkfifo one")), toolCalls(bash("mkfifo two")), text("Touched.")];
		await using omp = await ompProject({ replies });
		await using terminal = ptyRun([...omp.command, "--approval-mode", "write", "--sandbox", "off"], {
			cols: 100,
			rows: 30,
			cwd: omp.path,
			env: omp.env,
		});
		await terminal.waitFor("Acme One");
		terminal.type("go\r");
		await opened(terminal, "always allow mkfifo *…");
		terminal.type("r");
		await terminal.waitFor("Always allow commands matching");
		terminal.type("\x17\x17m*\r");
		await terminal.waitFor("Touched.");
		terminal.type("\x04");
		await terminal.exit;
		expect(await omp.home.read(".omp/agent/config.yml")).toBe(
			`bash:\n  patterns:\n    - match: m*\n      approval: allow\n      path: ${omp.path}\n`,
		);
	});

	verifies("tui:approval:queue", async () => {
		const replies = [toolCalls(bash("ls src"), bash("echo all ok")), text("Understood.")];
		await using omp = await ompProject({ replies });
		await using terminal = ptyRun([...omp.command, "--approval-mode", "always-ask"], {
			cols: 100,
			rows: 30,
			cwd: omp.path,
			env: omp.env,
		});
		await terminal.waitFor("Acme One");
		terminal.type("clean up\r");
		await opened(terminal, "1/2");
		terminal.type("f");
		await terminal.waitFor("Tell the model what to do instead");
		terminal.type("keep the sources\r");
		await opened(terminal, "2/2");
		terminal.type("a");
		await Bun.sleep(500);
		terminal.type("\r");
		await terminal.waitFor("Understood.");
		const results = JSON.stringify(omp.model.requests[1]?.messages);
		expect(results).toContain(String.raw`Tool call denied by user: bash\nFeedback: keep the sources`);
		expect(results).toContain("all ok");
		await until(async () => (await omp.home.read(".omp/agent/config.yml").catch(() => "")).includes("bash: allow"));
		terminal.type("\x04");
		await terminal.exit;
	});

	test("a question of the ask tool is answered at the terminal", async () => {
		const questions = [
			{ id: "db", question: "Which database?", options: [{ label: "SQLite" }, { label: "Postgres" }] },
		];
		await using omp = await ompProject({
			replies: [toolCall("ask", { i: "Asking", questions }), text("Postgres then.")],
		});
		await using terminal = ptyRun([...omp.command], { cols: 100, rows: 30, cwd: omp.path, env: omp.env });
		await terminal.waitFor("Acme One");
		terminal.type("set it up\r");
		await opened(terminal, "Chat about this");
		// The dialog shows the question and its options, so the card does not.
		for (const words of ["Which database?", "SQLite"]) expect(terminal.screen().split(words)).toHaveLength(2);
		terminal.type("\x1b[B\r");
		await terminal.waitFor("Postgres then.");
		expect(terminal.history().split("Which database?")).toHaveLength(2);
		expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain("Postgres");
		terminal.type("\x04");
		await terminal.exit;
	});
});
