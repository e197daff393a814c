import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { atTerminal } from "./at-terminal.ts";

/** Generous, because tests run in parallel. */
const timeoutMs = 20_000;
const up = "\x1b[A";

verifies(
	"slash-commands:grammar:first-line-slash",
	async () => {
		await using omp = await ompProject({ replies: [text("Heard one."), text("Heard two.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say(" /help", "Heard one.");
		await terminal.say("say\x0a/help", "Heard two.");
		await terminal.say("/models", "All models");
		expect(omp.model.requests).toHaveLength(2);
	},
	timeoutMs,
);

verifies(
	"slash-commands:grammar:enter-submits-complete",
	async () => {
		await using omp = await ompProject();
		await using terminal = await atTerminal(omp);
		await terminal.press("/dir", "List working directories");
		await terminal.press("\r", "(working folder)");
		await terminal.press("/que", "Queue for after this turn");
		terminal.type("\r");
		await until(() => terminal.screen().includes("/queue <message>"));
		await terminal.press("\r", "Usage: /queue <message>");
		terminal.type("\x03");
		await terminal.press("/fast sta", "Show the current tier");
		await terminal.press("\t", "/fast status");
		await terminal.press("\r", "Fast mode is off.");
		await terminal.press("/budget 1", "turn");
		await terminal.press("\r", "Usage: /budget [run");
		await terminal.press("/co", "Summarize the conversation");
		await terminal.press("\r", "Unknown command /co. It could be /compact, /copy, /context");
		expect(omp.model.requests).toHaveLength(0);
	},
	timeoutMs,
);

verifies(
	"slash-commands:grammar:in-history",
	async () => {
		await using omp = await ompProject();
		await using terminal = await atTerminal(omp);
		await terminal.say("/todo append feed the cat", "feed the cat");
		await terminal.say("/dirs", "(working folder)");
		terminal.type(up + up);
		await until(() => terminal.screen().includes("─ /todo append feed the cat"));
	},
	timeoutMs,
);

verifies(
	"slash-commands:dispatch:unknown-suggests",
	async () => {
		await using omp = await ompProject({ replies: [text("What is that?")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/hlep", "Unknown command /hlep. Did you mean /help? Nothing was sent");
		await terminal.say("/xyzzyplugh", "Unknown command /xyzzyplugh. Nothing was sent");
		// Nothing of it stays in the editor, so that the next command is a whole one.
		await terminal.say("/dirs", "(working folder)");
		expect(omp.model.requests).toHaveLength(0);
		terminal.type(up + up);
		await until(() => terminal.screen().includes("─ /xyzzyplugh"));
		terminal.type("\x03");
		await terminal.say(" /hlep", "What is that?");
		expect(JSON.stringify(omp.model.requests[0])).toContain(" /hlep");
	},
	timeoutMs,
);

verifies(
	"slash-commands:dispatch:path-is-text",
	async () => {
		await using omp = await ompProject({ replies: [text("A file.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/help/hosts what is it", "A file.");
		expect(JSON.stringify(omp.model.requests[0])).toContain("/help/hosts what is it");
	},
	timeoutMs,
);

verifies(
	"slash-commands:dispatch:leftover-text",
	async () => {
		await using omp = await ompProject({ replies: [text("As you wish.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/force:bash list files", "Next turn forced to use bash.");
		await terminal.waitFor("As you wish.");
		expect(JSON.stringify(omp.model.requests[0])).toContain("list files");
		expect(omp.model.requests[0]?.tool_choice).toEqual({ type: "tool", name: "bash" });
	},
	timeoutMs,
);

verifies(
	"slash-commands:dispatch:idle-guard",
	async () => {
		const waiting = toolCall("bash", { i: "Waiting", command: "echo now-$((1 + 1)); sleep 600" });
		await using omp = await ompProject({ replies: [waiting] });
		await using terminal = await atTerminal(omp);
		await terminal.press("wait\r", "now-2");
		for (const line of ["/clear", "/fork", "/move .", "/fresh", "/handoff"]) {
			await terminal.say(line, "Wait for the current response to finish or press Esc to abort it.");
		}
		await terminal.say("/dirs", "(working folder)");
	},
	timeoutMs,
);

verifies(
	"slash-commands:dispatch:handler-throws",
	async () => {
		await using omp = await ompProject({ replies: [text("Still here.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/add-dir /no/such/folder", "Directory not found: /no/such/folder");
		await terminal.say("hello", "Still here.");
		expect(JSON.stringify(omp.model.requests[0])).not.toContain("/add-dir");
	},
	timeoutMs,
);

verifies(
	"slash-commands:dispatch:during-compaction",
	async () => {
		const long = "word ".repeat(30_000);
		const slow = delivered(text("## Goal\nShip it"), { firstChunkDelayMs: 800 });
		await using omp = await ompProject({
			replies: [text(long), text("Short."), slow, text("I worked."), text("Late.")],
		});
		await using terminal = await atTerminal(omp);
		terminal.type("write a lot\r");
		await until(() => omp.model.requests.length === 1);
		await terminal.say("and a little", "Short.");
		terminal.type("/compact soft\r");
		await until(() => omp.model.requests.length === 3);
		await terminal.say("/dirs", "/dirs waits until the context is compacted");
		await until(() => terminal.history().includes("(working folder)"));
		const history = terminal.history();
		expect(history.indexOf("Compacted:")).toBeLessThan(history.indexOf("(working folder)"));
	},
	timeoutMs,
);

test(
	"a slash command as command-line message works as in the editor",
	async () => {
		await using omp = await ompProject({ replies: [text("Heard.")] });
		await using terminal = await atTerminal(omp, { args: ["/dirs", "hello"] });
		await until(() => terminal.history().includes("(working folder)"));
		await terminal.waitFor("Heard.");
		expect(JSON.stringify(omp.model.requests[0])).not.toContain("/dirs");
	},
	timeoutMs,
);
