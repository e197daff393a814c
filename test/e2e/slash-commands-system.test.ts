import { expect, test } from "bun:test";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { atTerminal } from "./at-terminal.ts";

/** Generous, because tests run in parallel. */
const timeoutMs = 20_000;
const escapeKey = "\x1b";
const down = "\x1b[B";

verifies(
	"slash-commands:config:theme",
	async () => {
		await using omp = await ompProject();
		await using terminal = await atTerminal(omp);
		await terminal.say("/theme nonsense", "Theme not found: nonsense");
		await terminal.say("/theme dark-nord", "Theme: dark-nord");
		await terminal.say("/theme", "Enter use");
		const before = terminal.output().length;
		terminal.type(down);
		await until(() => terminal.output().length > before + 500);
		terminal.type(escapeKey);
		await until(async () => (await omp.home.read(".omp/agent/config.yml").catch(() => "")).includes("dark-nord"));
	},
	timeoutMs,
);

verifies(
	"slash-commands:config:usage",
	async () => {
		await using omp = await ompProject();
		await using terminal = await atTerminal(omp);
		await terminal.say("/usage", "No usage data available.");
		await terminal.say("/usage now", "Usage: /usage [show|reset [account|active]]");
	},
	timeoutMs,
);

test(
	"/ssh defines, lists and removes a host",
	async () => {
		await using omp = await ompProject();
		await using terminal = await atTerminal(omp);
		await terminal.say("/ssh add box --host box.example --user me", 'Added host "box"');
		await terminal.say("/ssh", "me@box.example");
		await terminal.say("/ssh remove box", 'Removed host "box"');
		await terminal.say("/ssh remove box", "box");
	},
	timeoutMs,
);

verifies(
	"slash-commands:config:budget",
	async () => {
		const usage = { inputTokens: 1000, outputTokens: 100 };
		await using omp = await ompProject({ replies: [text("First.", { usage }), text("Second.", { usage })] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/budget", "No cap is set.");
		await terminal.say("/budget session 1 request", "0 of 1 request");
		await terminal.say("hi", "First.");
		await terminal.say("again", "Budget reached: 1 of 1 request used for this session");
		await until(() => terminal.output().includes("/budget session 2 requests"));
		await terminal.say("/budget session 2 requests save", "1 of 2 requests");
		await terminal.say("continue", "Second.");
		await terminal.say("/usage", "Spent in this session");
		await terminal.say("/budget session off", "No cap for this session");
		await terminal.say("/budget everything $3", "Usage: /budget");
		expect(await omp.home.read(".omp/agent/config.yml")).toContain("requests: 2");
	},
	timeoutMs,
);

verifies(
	"slash-commands:config:changelog",
	async () => {
		await using omp = await ompProject();
		await using terminal = await atTerminal(omp);
		const { version } = await Bun.file(join(import.meta.dir, "../../packages/coding-agent/package.json")).json();
		const [, newest = ""] = (await Bun.file(join(import.meta.dir, "../../CHANGELOG.md")).text()).split(/^## /m);
		expect(newest).toStartWith(`${version} `);
		await terminal.say("/changelog", newest.trimEnd().split("\n").at(-1)?.slice(2, 40).replaceAll("`", "") ?? "");
		await terminal.say("/changelog all", "Usage: /changelog [full]");
		const full = await omp.run(["-p", "/changelog full"]);
		expect(full.stdout).toContain("First working omp");
		// The notes of this very build, shown as text.
		expect(full.stdout).toContain(newest.trim().replaceAll("`", "").replace(/^#+ /gm, ""));
		expect(full.stdout).not.toContain("`");
	},
	timeoutMs,
);

verifies(
	"slash-commands:config:tools",
	async () => {
		await using omp = await ompProject();
		await using terminal = await atTerminal(omp);
		await terminal.say("/tools", "bash (exec) ");
		for (const line of [/read \(read\) \S/, /write \(write\) \S/, /edit \(write\) \S/]) {
			expect(terminal.history()).toMatch(line);
		}
	},
	timeoutMs,
);

test(
	"/approvals shows the mode and the rules",
	async () => {
		await using omp = await ompProject();
		await using terminal = await atTerminal(omp);
		await terminal.say("/approvals", "Approvals");
		terminal.type("\x1b");
	},
	timeoutMs,
);

verifies(
	"slash-commands:config:debug",
	async () => {
		await using omp = await ompProject({ replies: [text("One.")] });
		await using terminal = await atTerminal(omp, { env: { PATH: "/usr/bin:/bin" } });
		await terminal.say("hello", "One.");
		await terminal.say("/debug", "Report bundle");
		await terminal.press("system\r", "Running for: ");
		await terminal.say("/debug", "Report bundle");
		await terminal.press("artifact\r", "Artifacts:");
		await terminal.say("/debug", "Report bundle");
		await terminal.press("recent\r", "/.omp/logs");
		await terminal.say("/debug", "Report bundle");
		await terminal.press("bundle\r", "Check it before you send it");
		const folder = /Report: (\S+)/.exec(terminal.screen())?.[1] ?? "";
		expect(await Bun.file(`${folder}/session.jsonl`).text()).toContain("hello");
		await terminal.say("/debug", "Report bundle");
		await terminal.press("heap\r", "Heap snapshot:");
	},
	timeoutMs,
);

verifies(
	"slash-commands:model:switch",
	async () => {
		await using omp = await ompProject({ replies: [text("Two here.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/switch a-2", "Model: acme/a-2 (this session only)");
		await terminal.say("/status", "Model: acme/a-2 (Acme Two)");
		await terminal.say("hello", "Two here.");
		expect(omp.model.requests[0]?.model).toBe("a-2");
		expect(await omp.home.read(".omp/agent/config.yml").catch(() => "")).not.toContain("a-2");
	},
	timeoutMs,
);

verifies(
	"slash-commands:model:fast",
	async () => {
		await using omp = await ompProject({ replies: [text("Quick.")] });
		const models = (await omp.home.read(".omp/agent/models.yml")).replace("anthropic-messages", "openai-responses");
		await omp.home.write(".omp/agent/models.yml", models.replace("  acme:", "  openai:"));
		await using terminal = await atTerminal(omp, { args: ["--model", "openai/a-1"] });
		await terminal.say("/fast status", "Fast mode is off.");
		await terminal.say("/fast on", "Fast mode is on.");
		await terminal.say("hello", "Quick.");
		expect(omp.model.requests[0]?.service_tier).toBe("priority");
		await terminal.say("/fast off", "Fast mode is off.");
	},
	timeoutMs,
);

verifies(
	"slash-commands:mode:force",
	async () => {
		const call = toolCall("bash", { i: "Looking", command: "echo forced-$((1 + 1))" });
		await using omp = await ompProject({ replies: [call, text("Done.")] });
		await using terminal = await atTerminal(omp);
		await terminal.press("/force ba", "bash");
		terminal.type("\x15");
		await terminal.say("/force nothing", "Unknown tool: nothing.");
		await terminal.say("/force bash list", "Next turn forced to use bash.");
		await terminal.waitFor("Done.");
		expect(omp.model.requests.map(({ tool_choice }) => tool_choice)).toEqual([
			{ type: "tool", name: "bash" },
			undefined,
		]);
	},
	timeoutMs,
);

verifies(
	"slash-commands:mode:loop",
	async () => {
		const slow = delivered(text("Never finished."), { firstChunkDelayMs: 8000 });
		await using omp = await ompProject({ replies: [text("Round."), text("Round."), text("Round."), slow] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/loop 2 again", "Loop on: the prompt repeats 2 times");
		await terminal.waitFor("Loop finished after 2 rounds");
		await terminal.say("/loop", "until you press Esc");
		terminal.type("once more\r");
		await until(() => omp.model.requests.length === 4);
		await terminal.waitFor("↻ Loop 2 ");
		await terminal.press(escapeKey, "Loop stopped after 2 rounds");
		await until(() => !terminal.screen().includes("↻ Loop"));
		expect(omp.model.requests).toHaveLength(4);
	},
	timeoutMs,
);

verifies(
	"slash-commands:mode:goal",
	async () => {
		const works = toolCall("bash", { i: "Working", command: "true" });
		const replies = [works, text("A step."), toolCall("goal", { op: "complete" }), text("Reached.")];
		await using omp = await ompProject({ replies });
		await using terminal = await atTerminal(omp);
		await terminal.say("/goal show", "No goal is set.");
		await terminal.say("/goal pause", "No goal is set. Use");
		await terminal.say("/goal make it green", "Goal set. omp keeps working");
		await terminal.waitFor("Reached.");
		expect(omp.model.requests).toHaveLength(4);
		expect(JSON.stringify(omp.model.requests[2])).toContain("The goal is not marked as reached yet");
		expect(omp.model.requests[0]?.tools).toContainEqual(expect.objectContaining({ name: "goal" }));
		await terminal.say("/goal", "What is the goal?");
		omp.model.script(text("I need you."), text("I still need you."));
		await terminal.press("write docs\r", "I still need you.");
		await terminal.say("/goal budget 200k", "Limit: 200,000 tokens.");
		await terminal.say("/goal pause", "Goal paused.");
		await terminal.say("/goal", "Adjust budget…");
		await terminal.press("\x1b[B\r", "Status: paused");
		await terminal.say("/plan", "Plan mode on");
		await terminal.say("/goal resume", "Leave plan mode");
		await terminal.say("/goal drop", "Goal dropped.");
	},
	timeoutMs,
);

verifies(
	"slash-commands:bundled:init",
	async () => {
		await using omp = await ompProject({ replies: [text("Written.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/init look at the scripts", "Written.");
		const request = JSON.stringify(omp.model.requests[0]);
		expect(request).toContain("Write an `AGENTS.md`");
		expect(request).toContain("look at the scripts");
	},
	timeoutMs,
);

verifies(
	"slash-commands:bundled:review",
	async () => {
		await using omp = await ompProject({ replies: [text("Fine.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/review", "Against a base branch");
		terminal.type(down);
		await terminal.press("\r", "Fine.");
		expect(JSON.stringify(omp.model.requests[0])).toContain("the uncommitted changes of this repository");
	},
	timeoutMs,
);

verifies(
	"slash-commands:bundled:green",
	async () => {
		await using omp = await ompProject({ replies: [text("Green.")] });
		const { stdout } = await omp.run(["-p", "/green the linter first"]);
		expect(stdout).toBe("Green.\n");
		expect(JSON.stringify(omp.model.requests[0])).toContain("the linter first");
	},
	timeoutMs,
);

verifies(
	"slash-commands:list:print-mode",
	async () => {
		await using omp = await ompProject({ files: { ".omp/commands/tidy.md": "Tidy $1" }, replies: [text("Tidied.")] });
		const context = await omp.run(["-p", "/context"]);
		expect([context.exitCode, context.stdout]).toEqual([0, expect.stringContaining("Compaction reserve")]);
		expect(omp.model.requests).toHaveLength(0);
		const wrong = await omp.run(["-p", "/fast maybe"]);
		expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining("Usage: /fast [on|off|status]")]);
		expect((await omp.run(["-p", "/tidy up"])).stdout).toBe("Tidied.\n");
		expect(JSON.stringify(omp.model.requests[0])).toContain("Tidy up");
	},
	timeoutMs,
);

verifies(
	"slash-commands:config:stats",
	async () => {
		await using omp = await ompProject({
			replies: [text("Hello there.", { usage: { inputTokens: 7, outputTokens: 3 } })],
		});
		await using terminal = await atTerminal(omp);
		await terminal.say("hi", "Hello there.");
		await terminal.say("/stats --port nonsense", "Usage: /stats [--port N]");
		await terminal.say("/stats --port 0", "until this session ends");
		const [, url = ""] = /Dashboard: http:\/\/localhost(:\d+)/.exec(terminal.history()) ?? [];
		const stats = async () => (await (await fetch(`http://127.0.0.1${url}/api/stats`)).json()) as { overall: object };
		await fetch(`http://127.0.0.1${url}/api/sync`);
		expect((await stats()).overall).toMatchObject({ totalRequests: 1, totalInputTokens: 7, totalOutputTokens: 3 });
		// Once more is the same one, and a port of somebody else is named.
		await terminal.say("/stats", `http://localhost${url} (already running, until this session ends)`);
		using taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("") });
		await terminal.say(`/stats --port ${taken.port}`, `Port ${taken.port} is in use by another program`);
		terminal.type("/exit\r");
		await until(() =>
			fetch(`http://127.0.0.1${url}/`).then(
				() => false,
				() => true,
			),
		);
	},
	timeoutMs,
);
