import { expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { atTerminal } from "./at-terminal.ts";

/** Generous, because tests run in parallel. */
const timeoutMs = 30_000;
const ctrlL = "\x0c";
const escapeKey = "\x1b[27u";
const timestamp = "2026-11-15T02:36:33.000Z";
const noCost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: noCost };

/** A session with this many prompts and replies. */
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
	"Ctrl+L replays a resumed session completely, each message once, with new messages below",
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

test(
	"Esc stops the replay of a very long session, and its end is still shown",
	async () => {
		await using omp = await ompProject();
		const session = await longSession(omp, 30_000);
		await using terminal = await atTerminal(omp, { args: ["--resume", session] });
		await until(() => terminal.history().includes("answer-29999."));
		terminal.type(ctrlL);
		await until(() => terminal.history().includes("question-0.") || terminal.history().includes("question-50."));
		terminal.type(escapeKey);
		await terminal.waitFor("answer-29999.");
		expect(terminal.output()).not.toContain("question-29900.");
		expect(terminal.history()).toContain("earlier messages");
	},
	timeoutMs,
);

test(
	"tui.scrollbackRebuild: the scrollback is rebuilt after a resize and a session switch",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		await omp.home.write(".omp/agent/config.yml", "tui: { scrollbackRebuild: true }\n");
		const session = await longSession(omp, 60);
		const env = { TMUX: "", STY: "", ZELLIJ: "", TMUX_PANE: "" };
		await using terminal = await atTerminal(omp, { args: ["--resume", session], rows: 20, env });
		const questions = () => terminal.history().match(/question-\d+\./g) ?? [];
		const all = Array.from({ length: 60 }, (_, turn) => `question-${turn}.`);
		await until(() => questions().length >= 50);
		await terminal.resize(70, 20);
		await until(() => questions().length === 60 && questions()[0] === "question-0.");
		expect(questions() as string[]).toEqual(all);
		terminal.type("/new\r");
		await terminal.waitFor("New session started");
		await until(() => questions().length === 0);
		await terminal.say("hello", "One.");
		const [talk] = await omp.sessions();
		terminal.type("/new\r");
		await until(() => !terminal.history().includes("One."));
		await terminal.say(`/resume ${talk?.[0]?.id}`, "Resumed session");
		expect(terminal.history().split("One.")).toHaveLength(2);
	},
	timeoutMs,
);
