import { expect, test } from "bun:test";
import { emptyLedger, type Ledger, missingFromLedger, readLedger, renderLedger } from "../history/ledger.ts";
import { assistant, result, testLog, user } from "../testing/history.ts";
import { collectLedger, selectUserMessages } from "./collect-ledger.ts";

const noFiles = { readFiles: [], modifiedFiles: [] };
const bash = (command: string, output: string, exitCode: number) => [
	assistant("", [{ name: "bash", arguments: { command } }]),
	result(output, "bash", { isError: exitCode !== 0, details: { exitCode } }),
];

test("what the model decided in so many words is kept, whatever the summary says", () => {
	const gone = [
		user("Which format?"),
		assistant("I looked at both.\nI decide: dates are stored as ISO 8601 in UTC.\nNow the parser."),
		assistant("**Decision:** no ORM.\nWe chose not to guess."),
	];
	const { decisions } = collectLedger({
		previous: emptyLedger,
		gone,
		recent: [],
		files: noFiles,
		summary: "worthless",
	});
	expect(decisions).toEqual([
		"I decide: dates are stored as ISO 8601 in UTC.",
		"**Decision:** no ORM.",
		"We chose not to guess.",
	]);
});

test("the ledger has user messages, decisions, todos, files and failing commands", () => {
	const log = testLog();
	const gone = [
		user("Build the importer."),
		{ ...user("Continue."), attribution: "agent" as const },
		...bash("make", "lots\nerror: no rule to make target 'x'", 2),
		...bash("make test", "2 failed", 1),
		...bash("make", "ok", 0),
		assistant("", [{ name: "ask", arguments: { question: "Which database?" } }]),
		result("SQLite", "ask"),
		user("Never use an ORM."),
	];
	for (const message of gone) log.appendMessage(message);
	const phases = [
		{
			name: "Importer",
			tasks: [
				{ content: "parse", status: "completed" },
				{ content: "store", status: "in_progress" },
			],
		},
	];
	log.appendCustomEntry("user_todo_edit", { phases });
	const ledger = collectLedger({
		previous: { ...emptyLedger, decisions: ["Bun, not Node"] },
		gone,
		recent: log.path(),
		files: { readFiles: ["a.ts"], modifiedFiles: ["b.ts"] },
		summary:
			"## Goal\nx\n\n## Constraints & Preferences\n- no ORM\n\n## Key Decisions\n- **SQLite**: small\n\n## Next Steps\n1. y",
	});
	expect(ledger).toEqual({
		userWords: ["Build the importer.", "Never use an ORM."],
		decisions: ["Bun, not Node", "Asked, the user answered: SQLite", "no ORM", "**SQLite**: small"],
		openTodos: ["Importer: store (in_progress)"],
		modifiedFiles: ["b.ts"],
		readFiles: ["a.ts"],
		failedCommands: [{ command: "make test", problem: "2 failed" }],
	});
	expect(renderLedger(ledger)).toMatchInlineSnapshot(`
	  "<ledger>
	  Kept word for word beside the summary. Where the two differ, this holds.
	  # What the user said
	  - Build the importer.
	  - Never use an ORM.
	  # Constraints and decisions
	  - Bun, not Node
	  - Asked, the user answered: SQLite
	  - no ORM
	  - **SQLite**: small
	  # Open todos
	  - Importer: store (in_progress)
	  # Files changed
	  - b.ts
	  # Files read
	  - a.ts
	  # Commands that failed and have not worked since
	  - \`make test\`: 2 failed
	  </ledger>"
	`);
});

test("facts without news stay, and commands that have succeeded since are removed", () => {
	const previous: Ledger = {
		...emptyLedger,
		openTodos: ["Importer: store"],
		failedCommands: [
			{ command: "make", problem: "no rule" },
			{ command: "make test", problem: "2 failed" },
		],
	};
	const gone = bash("make", "ok", 0);
	const ledger = collectLedger({ previous, gone, recent: [], files: noFiles, summary: "" });
	expect(ledger).toEqual({ ...previous, failedCommands: [{ command: "make test", problem: "2 failed" }] });
});

test("a ledger round-trips through JSON, and invalid data gives an empty one", () => {
	const ledger: Ledger = { ...emptyLedger, userWords: ["a"], failedCommands: [{ command: "c", problem: "p" }] };
	expect(readLedger(JSON.parse(JSON.stringify({ ledger })))).toEqual(ledger);
	expect(readLedger({ ledger: { userWords: [1, "x"], failedCommands: [{}] } })).toEqual({
		...emptyLedger,
		userWords: ["x"],
	});
	expect(readLedger({ ledger: 3 })).toEqual(emptyLedger);
	expect(readLedger(undefined)).toEqual(emptyLedger);
	expect(renderLedger(emptyLedger)).toBe("");
});

test("over the budget, the first message, requirements and the latest stay", () => {
	const chatter = Array.from({ length: 60 }, (_, index) => `${index} ${"blah ".repeat(60)}`);
	const chosen = selectUserMessages(["Build the importer.", "Never use an ORM.", ...chatter]);
	expect(chosen.slice(0, 2)).toEqual(["Build the importer.", "Never use an ORM."]);
	expect(chosen.at(-1)).toStartWith("59 ");
	expect(chosen.length).toBeLessThan(30);
});

test("ledger lines missing from a request are reported", () => {
	const ledger: Ledger = { ...emptyLedger, userWords: ["Never use an ORM.", "Be\nbrief"] };
	expect(missingFromLedger(ledger, [user(renderLedger(ledger))])).toEqual([]);
	expect(missingFromLedger(ledger, [user("- Never use an ORM."), assistant("- Be ⏎ brief")])).toEqual(["- Be ⏎ brief"]);
});
