import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { atTerminal, rests } from "./at-terminal.ts";

const ctrlC = "\x03";

test("ctrl+c stops a command, clears the draft, which Up brings back, and exits on a second press", async () => {
	const slow = toolCall("bash", { i: "Wait", command: "echo begun; sleep 60; echo ended" });
	await using omp = await ompProject({ replies: [slow, text("Later.")] });
	await using terminal = await atTerminal(omp, { args: ["--yolo"] });
	terminal.type("wait\r");
	await terminal.waitFor(/│ begun/);
	await terminal.press(ctrlC, "Interrupted");
	await rests(terminal);
	expect(terminal.screen()).not.toContain("again to exit");

	terminal.type("half a thought");
	await terminal.waitFor("half a thought");
	await terminal.press(ctrlC, "Press Ctrl+C again to exit");
	expect(terminal.screen()).not.toContain("half a thought");
	// The hint goes away by itself and leaves nothing behind.
	await until(() => !terminal.history().includes("again to exit"));
	await terminal.press("\x1b[A", "half a thought");
	await terminal.press(ctrlC, "Press Ctrl+C again to exit");
	terminal.type(ctrlC);
	expect(await terminal.exit).toEqual({ code: 0, signal: null });
}, 30_000);
