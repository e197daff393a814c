import { type Reply, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import type { PtyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import type { Scene } from "../scene.ts";
import { ask, commitAll, settled } from "../start.ts";
import { sampleProject } from "./sample-project.ts";

const tasks = [
	{ name: "Greeting", task: "Move src/greet.ts to the new API. Keep its behavior and run its tests." },
	{ name: "Callers", agent: "explore", task: "Find everything that calls greet, tests included." },
	{ name: "Review", agent: "reviewer", task: "Review the last commit for mistakes." },
	{ name: "Docs", task: "Bring the README in line with the new API." },
];

const found = {
	summary: "greet is called in src/main.ts and nowhere else",
	files: [{ path: "src/main.ts", description: "calls greet once" }],
	architecture: "one module",
};

const report = [
	"`greet` takes an object now, so that a **greeting** can be chosen:",
	"",
	"```ts",
	'greet({ name: "Ada", greeting: "Good morning" });',
	"```",
	"",
	"One caller is left, in `src/main.ts`. I change it next and run the tests",
].join("\n");

const used = (inputTokens: number) => ({ usage: { inputTokens, outputTokens: 400 } });

/** Each agent says what belongs to it, whichever asks first. */
function answer(body: Record<string, unknown>): Reply {
	const id = /You are `(\w+)`/.exec(JSON.stringify(body.system))?.[1];
	const turn = (body.messages as readonly unknown[]).length;
	if (id === "Greeting" && turn === 1)
		return toolCall("read", { i: "Reading the module", path: "src/greet.ts" }, used(12_400));
	if (id === "Greeting" && turn === 3)
		return toolCall("bash", { i: "Running its tests", command: "cat src/main.ts" }, used(15_100));
	if (id === "Greeting") return stalled(text(report, used(18_200)), 16);
	if (id === "Callers") return toolCall("yield", { result: { data: found } }, used(21_000));
	if (id === "Review") return stalled(text("I look at the diff first.", used(9000)), 2);
	if (id === "Docs") return toolCall("bash", { i: "Looking for the old API", command: "sleep 60" }, used(11_300));
	if (turn === 1) return toolCall("task", { i: "Delegating", context: "We move to the new API.", tasks });
	return text("Four agents are at it. I put their results together as they arrive.");
}

async function openHub(terminal: PtyRun): Promise<void> {
	await ask(terminal, "Move everything to the new API, in parallel");
	await terminal.waitFor("Four agents are at it.");
	await terminal.waitFor("Looking for the old API");
	terminal.type("\x13");
	await terminal.waitFor(/Callers explore · idle/);
}

const common = {
	cols: 100,
	rows: 26,
	files: sampleProject,
	otherwise: answer,
	args: ["--yolo"],
	config: "startup:\n  quiet: true\n",
	prepare: commitAll,
} as const;

export const agentHub: Scene = {
	...common,
	name: "agent-hub",
	rows: 14,
	narrowRows: 20,
	async play(terminal) {
		await openHub(terminal);
		await settled(terminal, 1200);
	},
};

export const openedAgent: Scene = {
	...common,
	name: "agent-opened",
	async play(terminal) {
		await openHub(terminal);
		terminal.type("\r");
		await terminal.waitFor("Message to Greeting");
		terminal.type("Leave the tests of the old API alone");
		await settled(terminal, 1200);
	},
};
