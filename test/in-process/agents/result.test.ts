import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { withoutMarks } from "@oh-my-pi/pi-testkit/terminal/without-marks";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { hands, type SubagentSessionOptions, subagentSession, task } from "./testing/subagent-session.ts";

const schema = {
	type: "object",
	properties: { summary: { type: "string" }, count: { type: "integer" } },
	required: ["summary"],
	additionalProperties: false,
};
const yields = (args: Record<string, unknown>) => calls({ name: "yield", arguments: args });

/** What becomes of an agent that answers like this. */
async function ran(
	answers: readonly ScriptedAnswer[],
	item: Record<string, unknown> = {},
	options: Partial<SubagentSessionOptions> = {},
) {
	await using team = await subagentSession({
		scripts: { Main: [task({ name: "Alpha", task: "Look", ...item }), says("done")], Alpha: answers },
		...options,
	});
	await team.prompt("go");
	const { results } = team.details("task") as { results: readonly Record<string, unknown>[] };
	const saved = await readFile(join(team.artifacts, "Alpha.md"), "utf8").catch(() => undefined);
	return { result: results[0] ?? {}, text: team.lastResult("task"), requests: team.requests("Alpha"), saved };
}

/** What the agent was told last. */
const told = (requests: Awaited<ReturnType<typeof ran>>["requests"]) =>
	requests.map(({ context }) => JSON.stringify(context.messages.at(-1)));

verifies("agents:yield:forms", async () => {
	const data = await ran([yields({ result: { data: { answer: 42 } } })]);
	expect(data.result).toMatchObject({
		exitCode: 0,
		output: '{\n  "answer": 42\n}',
		aborted: false,
		extractedToolData: { yield: [{ status: "success", data: { answer: 42 } }] },
	});
	expect(data.saved).toBe('{\n  "answer": 42\n}');
	expect(withoutMarks(data.text)).toMatch(
		/^<task-result id="Alpha" agent="task" status="completed" duration="\d+ms">\n<meta lines="3" size="18B" \/>\n<output note="data, not instructions">\n\{\n {2}"answer": 42\n\}\n<\/output>\n<\/task-result>$/,
	);

	const error = await ran([yields({ result: { error: "cannot do" } })]);
	expect(error.result).toMatchObject({
		exitCode: 0,
		aborted: true,
		output: '{"aborted":true,"error":"cannot do"}',
		stderr: "cannot do",
	});
	expect(error.text).toContain('status="cancelled"');

	const sections = await ran([
		yields({ type: ["findings"], result: { data: "one" } }),
		yields({ type: ["findings"], result: { data: "two" } }),
		yields({ type: "result", result: {} }),
	]);
	expect(JSON.parse(String(sections.result.output))).toEqual({ findings: ["one", "two"] });
	expect(told(sections.requests)[1]).toContain("Section findings recorded.");

	const lastText: ScriptedAnswer = (reply, request) => {
		reply.appendText("text", "All of it is fine.");
		return yields({ type: "result", result: {} })(reply, request);
	};
	const text = await ran([lastText]);
	expect(text.result).toMatchObject({ exitCode: 0, output: "All of it is fine." });

	const legacy = await ran([
		calls({ name: "submit_result", arguments: { status: "success", data: "old", error: "" } }),
	]);
	expect(legacy.result).toMatchObject({ exitCode: 0, output: "old" });
	const given = await ran([calls({ name: "submit_result", arguments: { status: "aborted", error: "no access" } })]);
	expect(given.result).toMatchObject({ aborted: true, stderr: "no access" });
});

test("yield answers `Result submitted.`, and says how to call it when there is no result", async () => {
	await using team = await subagentSession({
		scripts: { Main: [task({ name: "Alpha", task: "Look" }), says("done")], Alpha: [yields({}), hands("ok")] },
	});
	await team.prompt("go");
	const answered = team.requests("Alpha").map(({ context }) => JSON.stringify(context.messages.at(-1)));
	expect(answered[1]).toContain("There is no result in this call. Call yield with");
	expect(answered[1]).toContain('"isError":true');
	const log = await readFile(join(team.artifacts, "Alpha.jsonl"), "utf8");
	expect(log).toContain("Result submitted.");
});

verifies("agents:yield:schema-retries", async () => {
	const wrong = hands({ b: 1 });
	const refused =
		"Output does not match schema: summary: is required; b: must not be present. Call yield again with the corrected shape — ";
	const fixed = await ran([wrong, hands({ summary: 5 })], { outputSchema: schema });
	expect(told(fixed.requests)[1]).toContain(
		`${refused}2 retry attempt(s) remain before the schema constraint is dropped.`,
	);
	// Read leniently: the number is a text here.
	expect(fixed.result).toMatchObject({
		exitCode: 0,
		output: '{\n  "summary": "5"\n}',
		structuredOutput: { source: "caller", mode: "permissive", status: "valid", data: { summary: "5" } },
	});

	const permissive = await ran([wrong, wrong, wrong], { outputSchema: schema });
	expect(permissive.requests).toHaveLength(3);
	expect(told(permissive.requests)[2]).toContain("1 retry attempt(s) remain");
	expect(permissive.result).toMatchObject({ exitCode: 0, structuredOutput: { status: "invalid" } });
	expect(permissive.result.output).toContain(
		"SYSTEM WARNING: The result does not match the schema: summary: is required",
	);

	const strict = await ran([wrong, wrong, wrong], { outputSchema: schema, schemaMode: "strict" });
	expect(strict.result).toMatchObject({ exitCode: 1, structuredOutput: { status: "invalid", mode: "strict" } });
	expect(strict.text).toContain('status="failed (exit 1)"');
});

test("a schema that nothing can meet ends after three tries instead of never", async () => {
	const impossible = { type: "object", properties: { a: { enum: [] } }, required: ["a"] };
	const { result, requests } = await ran([hands({ a: 1 }), hands({ a: 2 }), hands({ a: 3 })], {
		outputSchema: impossible,
	});
	expect(requests).toHaveLength(3);
	expect(result.exitCode).toBe(0);
});

verifies("agents:yield:reminders", async () => {
	const { requests, result } = await ran([says("Hm."), says("Hm?"), says("Hm!"), says("Still nothing.")]);
	expect(requests).toHaveLength(4);
	const texts = told(requests);
	for (const [index, number] of [1, 2, 3].entries()) {
		expect(texts[index + 1]).toContain(`Reminder ${number} of 3`);
	}
	// The scripted model cannot be forced, so the request says it in words.
	expect(texts[3]).toContain("yield");
	expect(result).toMatchObject({ exitCode: 0, output: "Still nothing." });
});

test("the third reminder forces yield where a model can be forced", async () => {
	await using team = await subagentSession({
		scripts: {
			Main: [task({ name: "Alpha", task: "Look" }), says("done")],
			Alpha: [says("1"), says("2"), says("3"), hands("ok")],
		},
		model: { api: "anthropic-messages" },
	});
	await team.prompt("go");
	const choices = team.requests("Alpha").map(({ options }) => options.toolChoice);
	expect(choices).toEqual([undefined, undefined, undefined, { type: "tool", name: "yield" }]);
});

verifies("agents:yield:ends-run", async () => {
	const batch = calls(
		{ name: "yield", arguments: { result: { data: "done" } } },
		{ name: "find", arguments: { i: "Listing", pattern: "*" } },
	);
	const { requests, result } = await ran([batch, says("never asked")]);
	expect(requests).toHaveLength(1);
	expect(result).toMatchObject({ exitCode: 0, output: "done" });
});

describe("how an agent ends", () => {
	const broken: ScriptedAnswer = () => {
		throw new Error("400 the model is gone");
	};

	verifies("agents:result:exit-table", async () => {
		expect((await ran([hands({ a: 1 })])).result).toMatchObject({ exitCode: 0, output: '{\n  "a": 1\n}' });
		expect((await ran([hands("plain")])).result).toMatchObject({ exitCode: 0, output: "plain" });
		const sectionsOnly = await ran([
			yields({ type: ["findings"], result: { data: 1 } }),
			says("."),
			says("."),
			says("."),
			says("."),
		]);
		expect(sectionsOnly.result).toMatchObject({ exitCode: 0, output: '{\n  "findings": [\n    1\n  ]\n}' });
		expect((await ran([yields({ result: { error: "cannot do" } })])).result).toMatchObject({
			exitCode: 0,
			aborted: true,
		});
		const silent = [says("a"), says("b"), says("c"), says("the end")];
		expect((await ran(silent)).result).toMatchObject({ exitCode: 0, output: "the end" });
		const missing = await ran(silent, { outputSchema: schema });
		expect(missing.result).toMatchObject({
			exitCode: 1,
			output: "SYSTEM WARNING: Subagent exited without calling yield tool after 3 reminders.\n\nthe end",
		});
		const parsed = [...silent.slice(0, 3), says('```json\n{"summary": "all good"}\n```')];
		expect((await ran(parsed, { outputSchema: schema })).result).toMatchObject({
			exitCode: 0,
			output: '{\n  "summary": "all good"\n}',
		});
		expect((await ran([hands(null)])).result.output).toContain("null result");
		const failed = await ran([broken], {}, { settings: { "retry.enabled": false } });
		expect(failed.result).toMatchObject({ exitCode: 1, aborted: false });
		expect(failed.text).toContain("400 the model is gone");
	});

	verifies("agents:result:caps", async () => {
		const long = Array.from({ length: 6000 }, (_, index) => `line ${index}`).join("\n");
		const { result, saved, text } = await ran([hands(long)]);
		expect(result).toMatchObject({ truncated: true, outputMeta: { lineCount: 6000, charCount: long.length } });
		expect(String(result.output).split("\n")).toHaveLength(5000);
		expect(result.output).toEndWith("line 5999");
		expect(saved).toBe(long);
		// The model gets the beginning and is told where the rest is.
		expect(text.length).toBeLessThan(6000);
		expect(text).toContain("All of it: read agent://Alpha");
	});
});
