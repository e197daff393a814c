import { writeSync } from "node:fs";
import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type AgentTool, createAgentSession, SessionManager } from "@oh-my-pi/pi-coding-agent";
import { calls, type ScriptedAnswer, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/scripted-model";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";

/** Runs turns until it is killed. Prints the text of each turn after its `turn_end`; such a turn must be on disk. */
const [folder = "", seed = "0"] = process.argv.slice(2);
const { below: next } = seeded(Number(seed));
let turns = 0;

const echo = defineTool({
	name: "echo",
	label: "Echo",
	prompt: "Echoes.",
	parameters: { type: "object", properties: { words: { type: "string" } }, required: ["words"] },
	execute: async ({ words }) => ({ content: `${words} ${"y".repeat(next(2000))}` }),
});

const answer: ScriptedAnswer = async (reply, request) => {
	const mark = `turn-${seed}-${turns++}`;
	const length = next(6) === 0 ? next(60_000) : next(400);
	if (next(3) === 0) return calls({ name: "echo", arguments: { words: mark } })(reply, request);
	reply.appendText("text", `${mark} ${"x".repeat(length)}`);
	if (next(4) === 0) await Bun.sleep(0);
};

const { session } = await createAgentSession({
	cwd: folder,
	agentDir: `${folder}/agent`,
	sessionManager: SessionManager.create(folder, `${folder}/sessions`),
	model: scriptedModelRecord,
	streamFn: scriptedModel(Array.from({ length: 2000 }, () => answer)).streamFn,
	toolNames: [],
	customTools: [echo as AgentTool],
});
session.subscribe((event) => {
	if (event.type !== "turn_end") return;
	const said = JSON.stringify([event.message.content, event.toolResults]);
	writeSync(1, `${/turn-\d+-\d+/.exec(said)?.[0]}\n`);
});
for (let count = 0; count < 1000; count++) await session.prompt(`prompt ${count}`);
