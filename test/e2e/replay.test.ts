import { expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { text } from "@oh-my-pi/pi-testkit/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { atTerminal } from "./at-terminal.ts";

/** Several programs share the machine with these. */
const timeoutMs = 30_000;
const ctrlL = "\x0c";
const timestamp = "2026-11-15T02:36:33.000Z";
const noCost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: noCost };

/** A session in which somebody asked and was answered so many times. */
async function longSession(omp: OmpProject, turns: number): Promise<string> {
	const header = { type: "session", version: 3, id: "01a1dd10-4135-7425-978c-8e0eb2ceefee", timestamp, cwd: omp.path };
	const messages = Array.from({ length: turns }, (_, turn) => [
		{ role: "user", content: [{ type: "text", text: `question-${turn}.` }], timestamp: 0 },
		{
			role: "assistant",
			content: [{ type: "text", text: `answer-${turn}.` }],
			api: "anthropic-messages",
			provider: "acme",
			model: "a-1",
			usage,
			stopReason: "stop",
			timestamp: 0,
		},
	]).flat();
	const id = (index: number) => index.toString(16).padStart(8, "0");
	const entries = messages.map((message, index) => {
		return { type: "message", id: id(index), parentId: index === 0 ? null : id(index - 1), timestamp, message };
	});
	await omp.files.write("s.jsonl", `${[header, ...entries].map((line) => JSON.stringify(line)).join("\n")}\n`);
	return omp.files.file("s.jsonl");
}

test(
	"Ctrl+L writes a resumed session from its first word to its last, each once, and what is said meanwhile below",
	async () => {
		const turns = 400;
		await using omp = await ompProject({ replies: [text("One more.")] });
		const session = await longSession(omp, turns);
		await using terminal = await atTerminal(omp, { args: ["--resume", session] });
		await until(() => terminal.history().includes("… 700 earlier messages (Ctrl+L shows them)"));
		expect(terminal.history()).not.toContain("question-0.");
		terminal.type(`${ctrlL}and now?\r`);
		await terminal.waitFor("One more.");
		const words = terminal.history().match(/question-\d+\.|answer-\d+\.|and now\?|One more\./g);
		const said = Array.from({ length: turns }, (_, turn) => [`question-${turn}.`, `answer-${turn}.`]).flat();
		expect([...(words ?? [])]).toEqual([...said, "and now?", "One more."]);
	},
	timeoutMs,
);
