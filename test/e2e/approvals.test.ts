import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { ptyRun } from "@oh-my-pi/pi-testkit/pty-run";
import { text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const bash = (command: string) => ({ name: "bash", arguments: { i: "Trying", command } });

describe("approvals at the terminal", () => {
	test("after approval for the session, the next call runs without asking", async () => {
		const replies = [
			toolCall("bash", { i: "Trying", command: "echo first > one.txt" }),
			toolCall("bash", { i: "Trying", command: "echo second > two.txt" }),
			text("Both are there."),
		];
		await using omp = await ompProject({ replies });
		await using terminal = ptyRun([...omp.command, "--approval-mode", "write"], {
			cols: 100,
			rows: 30,
			cwd: omp.path,
			env: omp.env,
		});
		await terminal.waitFor("Acme One");
		terminal.type("go\r");
		await terminal.waitFor("Approve for this session");
		expect(terminal.screen()).toContain("Allow tool: bash");
		expect(terminal.screen()).toContain("echo first > one.txt");
		terminal.type("s");
		await terminal.waitFor("Both are there.");
		expect(await omp.files.read("two.txt")).toBe("second\n");
		terminal.type("\x03\x03");
		await terminal.exit;
	});

	test("a rule can be edited before it is saved, and matching calls run without asking", async () => {
		const replies = [toolCalls(bash("printf one")), toolCalls(bash("printf two")), text("Printed.")];
		await using omp = await ompProject({ replies });
		await using terminal = ptyRun([...omp.command, "--approval-mode", "write"], {
			cols: 100,
			rows: 30,
			cwd: omp.path,
			env: omp.env,
		});
		await terminal.waitFor("Acme One");
		terminal.type("go\r");
		await terminal.waitFor("Always allow by rule…");
		terminal.type("r\x17*\r");
		await terminal.waitFor("Printed.");
		terminal.type("\x03\x03");
		await terminal.exit;
		expect(await omp.home.read(".omp/agent/config.yml")).toBe(
			"bash:\n  patterns:\n    - match: printf *\n      approval: allow\n",
		);
	});

	verifies("tui:approval:queue", async () => {
		const replies = [toolCalls(bash("rm -rf src"), bash("echo ok > kept.txt")), text("Understood.")];
		await using omp = await ompProject({ replies });
		await using terminal = ptyRun([...omp.command, "--approval-mode", "always-ask"], {
			cols: 100,
			rows: 30,
			cwd: omp.path,
			env: omp.env,
		});
		await terminal.waitFor("Acme One");
		terminal.type("clean up\r");
		await terminal.waitFor("1/2");
		terminal.type("fkeep the sources\r");
		await terminal.waitFor("2/2");
		terminal.type("a");
		await terminal.waitFor("Understood.");
		const results = JSON.stringify(omp.model.requests[1]?.messages);
		expect(results).toContain(String.raw`Tool call denied by user: bash\nFeedback: keep the sources`);
		expect(await omp.files.read("kept.txt")).toBe("ok\n");
		await until(async () => (await omp.home.read(".omp/agent/config.yml").catch(() => "")).includes("bash: allow"));
		terminal.type("\x03\x03");
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
		await terminal.waitFor("Chat about this");
		terminal.type("\x1b[B\r");
		await terminal.waitFor("Postgres then.");
		expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain("Postgres");
		terminal.type("\x03\x03");
		await terminal.exit;
	});
});
