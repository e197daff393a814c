import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { atTerminal } from "./at-terminal.ts";

const down = "\x1b[B";
const esc = "\x1b";

verifies(
	"slash-commands:config:agents",
	async () => {
		await using omp = await ompProject({ replies: [text("Hello."), text("Hello again.")] });
		await omp.home.write(".omp/agent/agents/scribe.md", "---\nname: scribe\ndescription: Writes prose\n---\nWrite.\n");
		const offered = (request: number) =>
			JSON.stringify(omp.model.requests[request]?.tools).match(/(?<=\\n- )[\w-]+/g) ?? [];
		await using terminal = await atTerminal(omp, { rows: 40, env: { EDITOR: "sed -i s/prose/poems/" } });
		await terminal.say("hi", "Hello.");
		expect(offered(0)).toContain("scribe");

		// The list; Space turns one off, and the cursor stays.
		await terminal.press("/agents\r", "Space on or off");
		expect(terminal.screen()).toMatch(/● scribe +user · parent's model · Writes prose/);
		expect(terminal.screen()).toContain("+ New agent…");
		terminal.type(" ");
		await terminal.waitFor("○ scribe");
		terminal.type(" ");
		await until(() => terminal.screen().includes("● scribe"));
		terminal.type(`${down} `);
		await terminal.waitFor("○ task");

		// Another model, and the one of its definition again.
		terminal.type("scribe\r");
		await terminal.waitFor("Edit…");
		terminal.type("\r");
		await terminal.waitFor("Acme Two");
		terminal.type("two\r");
		await terminal.waitFor(/scribe +user · acme\/a-2/);

		// Edited in the editor of the user.
		terminal.type("scribe\r");
		await terminal.waitFor("Model as defined");
		terminal.type("edit\r");
		await terminal.waitFor("Writes poems");
		expect(await omp.home.read(".omp/agent/agents/scribe.md")).toContain("description: Writes poems");

		// A new one.
		terminal.type("new agent\r");
		await terminal.waitFor("Its name");
		terminal.type("scribe\r");
		await terminal.waitFor("There is an agent scribe already");
		terminal.type("\x15critic\r");
		await terminal.waitFor("What it is for");
		terminal.type("Finds faults: all of them\r");
		await terminal.waitFor("agents/critic.md");
		await terminal.press("/agents\r", "Finds faults: all of them");
		terminal.type(esc);
		await until(() => !terminal.screen().includes("Space on or off"));

		// The model hears of it with the next prompt.
		await terminal.say("hi again", "Hello again.");
		expect(offered(1)).toContain("critic");
		expect(offered(1)).not.toContain("task");

		// Without the list.
		await terminal.say("/agents enable task", "task is on.");
		await terminal.say("/agents model scribe", "scribe uses the model of its definition.");
		await terminal.say("/agents model scribe none/such", "none/such");
		await terminal.say("/agents disable nobody", 'There is no agent "nobody". Known: critic, scribe, task');
		await terminal.say("/prewalk acme/a-2", "After the next edit omp continues with acme/a-2.");
		const plain = await omp.run(["-p", "/agents"]);
		expect(plain.stdout).toContain("● critic (user, parent's model): Finds faults: all of them\n");
	},
	90_000,
);
