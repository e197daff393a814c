import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { opened } from "./at-terminal.ts";

setDefaultTimeout(30_000);

describe("the sandbox at the terminal", () => {
	test("leaving it shows reason and command each time", async () => {
		const command = "./deploy.sh --fast";
		const leave = toolCall("bash", { i: "Deploy", command, outside: "It needs your keys" });
		await using omp = await ompProject({
			replies: [leave, leave, text("Deployed twice.")],
			files: { "deploy.sh": "echo x >> ~/deployed\n" },
		});
		Bun.spawnSync(["chmod", "+x", `${omp.path}/deploy.sh`]);
		await using terminal = ptyRun([...omp.command, "--approval-mode", "auto"], {
			cols: 110,
			rows: 34,
			cwd: omp.path,
			env: omp.env,
		});
		await terminal.waitFor("Acme One");
		terminal.type("go\r");
		await opened(terminal, "Run this command?");
		expect(terminal.screen()).toContain("Leaves the sandbox: It needs your keys");
		expect(terminal.screen()).toContain(command);
		terminal.type("y");
		await until(() => omp.model.requests.length === 2);
		await terminal.waitFor("Leaves the sandbox");
		await opened(terminal, "Run this command?");
		terminal.type("y");
		await terminal.waitFor("Deployed twice.");
		expect(await omp.home.read("deployed")).toBe("x\nx\n");
		terminal.type("\x04");
		await terminal.exit;
	});
});
