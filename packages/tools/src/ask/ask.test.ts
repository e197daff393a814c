import { describe, expect, test } from "bun:test";
import { runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type AskOutcome, type AskQuestion, automaticAnswer, type QuestionPort } from "../services/question.ts";
import { viewedOutput } from "../view/view.ts";
import { askTool } from "./ask.ts";
import { askView } from "./view.ts";

const database: AskQuestion = {
	id: "db",
	question: "Which database?",
	options: [{ label: "SQLite" }, { label: "Postgres" }],
};
const extras: AskQuestion = {
	id: "extras",
	question: "What else?",
	multi: true,
	options: [{ label: "Docs" }, { label: "Tests" }],
};

function asking(outcome: AskOutcome | undefined, timeoutSeconds = 0) {
	const asked: Array<Parameters<QuestionPort>> = [];
	let stops = 0;
	const port: QuestionPort | undefined =
		outcome &&
		(async (...call) => {
			asked.push(call);
			return outcome;
		});
	const tool = askTool({ port: () => port, timeoutSeconds: () => timeoutSeconds, stopRun: () => stops++ });
	return {
		tool,
		asked,
		stops: () => stops,
		ask: (...questions: AskQuestion[]) => runToolWith(tool, { questions }),
	};
}

const answered = (...answers: Extract<AskOutcome, { kind: "answered" }>["answers"][number][]): AskOutcome => ({
	kind: "answered",
	answers,
});

describe("ask", () => {
	verifies("tools-agent:ask:texts", async () => {
		const one = asking(answered({ id: "db", selected: ["Postgres"] }));
		expect(await one.ask(database)).toEqual({
			content: "Postgres",
			details: {
				question: "Which database?",
				options: ["SQLite", "Postgres"],
				multi: false,
				selectedOptions: ["Postgres"],
			},
		});
		const two = asking(
			answered(
				{ id: "db", selected: [], customInput: "MySQL" },
				{ id: "extras", selected: ["Docs", "Tests"], note: "soon" },
			),
		);
		const output = await two.ask(database, extras);
		expect(output.content).toBe("User answers:\ndb: MySQL\nextras: Docs, Tests\nNote: soon");
		expect(output.details).toEqual({
			results: [
				{
					id: "db",
					question: "Which database?",
					options: ["SQLite", "Postgres"],
					multi: false,
					selectedOptions: [],
					customInput: "MySQL",
				},
				{
					id: "extras",
					question: "What else?",
					options: ["Docs", "Tests"],
					multi: true,
					selectedOptions: ["Docs", "Tests"],
					note: "soon",
				},
			],
		});
	});

	test("an answer taken for the user says so", async () => {
		const { ask, asked } = asking(answered(automaticAnswer({ ...database, recommended: 1 })), 30);
		expect((await ask({ ...database, recommended: 1 })).content).toBe("Postgres (auto-selected after timeout)");
		expect(asked[0]?.[1].timeoutSeconds).toBe(30);
		expect(automaticAnswer(database).selected).toEqual(["SQLite"]);
	});

	test("a recommendation written into a label is not part of the answer", async () => {
		const { ask, asked } = asking(answered({ id: "db", selected: ["SQLite"] }));
		await ask({ ...database, options: [{ label: "SQLite (Recommended)" }, { label: "Postgres" }] });
		expect(asked[0]?.[0][0]?.options[0]?.label).toBe("SQLite");
	});

	verifies("tools-agent:ask:cancel", async () => {
		const list = asking({ kind: "cancelled" });
		await expect(list.ask(database)).rejects.toThrow("Ask tool was cancelled by the user");
		expect(list.stops()).toBe(1);
		const input = asking({ kind: "cancelled", during: "input" });
		await expect(input.ask(database)).rejects.toThrow("Ask input was cancelled");
		expect(input.stops()).toBe(1);
	});

	test("a user who wants to talk first does not end the run", async () => {
		const { ask, stops } = asking({ kind: "chat" });
		expect((await ask(database)).content).toContain("wants to talk about this");
		expect(stops()).toBe(0);
	});

	test("without anybody to ask, and with nothing to ask, the call says so", async () => {
		await expect(asking(undefined).ask(database)).rejects.toThrow("Ask tool requires interactive mode");
		await expect(asking({ kind: "chat" }).ask()).rejects.toThrow("Error: questions must not be empty");
		await expect(asking({ kind: "chat" }).ask({ ...database, options: [{ label: "Next →" }] })).rejects.toThrow(
			'Error: option "Next →" is added by itself; leave it out',
		);
	});

	test("the view shows what was chosen", async () => {
		const { ask } = asking(answered({ id: "db", selected: ["Postgres"] }));
		const { details } = await ask(database);
		const output = viewedOutput({ content: [{ type: "text", text: "Postgres" }], details }, "done");
		const options = { theme: plainTheme, expanded: false, width: 80 };
		expect(askView.result?.(output, options, {})).toEqual(["Which database? → Postgres"]);
		expect(askView.result?.(output, { ...options, expanded: true }, {})).toEqual([
			"Which database?",
			"  ○ SQLite",
			"  ◉ Postgres",
		]);
	});
});
