import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { atTerminal } from "./at-terminal.ts";

test("bash: the card shows the command behind a prompt and a footer, as the gallery does", async () => {
	const reply = toolCall("bash", { i: "Counting", command: "echo counted $((20+22))" });
	await using omp = await ompProject({ replies: [reply, text("Done.")] });
	await using terminal = await atTerminal(omp, { args: ["--yolo"] });
	await terminal.say("count", "Done.");
	expect(terminal.screen()).toMatch(
		/● \$ echo counted \$\(\(20\+22\)\)\n\s+│ counted 42\n\s+│ ⟦Wall: [\d.]+s \| Timeout: \d+s⟧/,
	);
	expect(terminal.screen()).not.toContain("command=");
}, 30_000);
