import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { resultsIn } from "./model-tasks/testing/results.ts";

const rewrite = {
	i: "Renaming",
	ops: [{ pat: "oldName($A)", out: "newName($A)" }],
	paths: ["src"],
};
const files = { "src/a.ts": "oldName(1);\n", "src/b.ts": "oldName(2);\n" };
const apply = { i: "Applying", action: "apply", reason: "looks right" };

/** Names of the tools in a request. */
const offered = (request: Record<string, unknown> | undefined) =>
	((request?.tools ?? []) as Array<{ name: string }>).map(({ name }) => name);

verifies("tools-files:resolve:forced", async () => {
	await using omp = await ompProject({
		files,
		replies: [toolCall("ast_edit", rewrite), text("Previewed."), toolCall("resolve", apply), text("Renamed.")],
	});
	await omp.run(["-p", "rename it"]);
	const [, afterPreview, reminded, afterApply] = omp.model.requests;
	for (const request of omp.model.requests) expect(request.tool_choice).toBeUndefined();
	const told = JSON.stringify(afterPreview?.messages);
	expect(told).toContain("Staged, not yet applied: 2 replacements in 2 files. Call `resolve` to apply or discard it.");
	// Once is enough.
	expect(told).not.toContain("Nothing has changed yet.");
	expect(JSON.stringify(reminded?.messages)).toContain("Nothing has changed yet.");
	expect(JSON.stringify(afterApply?.messages).split("Nothing has changed yet.")).toHaveLength(2);
	expect(await omp.files.read("src/b.ts")).toBe("newName(2);\n");
});

verifies("tools-files:resolve:blocks-others", async () => {
	await using omp = await ompProject({
		files,
		replies: [
			toolCall("ast_edit", rewrite),
			toolCalls(
				{ name: "read", arguments: { i: "Looking", path: "src/a.ts" } },
				{ name: "bash", arguments: { i: "Looking", command: "cat src/b.ts" } },
				{ name: "bash", arguments: { i: "Writing", command: "echo x > src/c.ts" } },
				{ name: "write", arguments: { i: "Writing", path: "src/c.ts", content: "x" } },
				{ name: "ast_edit", arguments: { ...rewrite, ops: [{ pat: "oldName(1)", out: "better(1)" }] } },
			),
			toolCall("resolve", apply),
			toolCall("resolve", apply),
			text("One of two."),
		],
	});
	await omp.run(["-p", "rename it", "--yolo"]);
	const [read, shown, command, write, again] = resultsIn(omp, 2);
	expect(read).toContain("oldName(1)");
	expect(shown).toContain("oldName(2)");
	for (const refused of [command, write]) expect(refused).toStartWith("Not run: resolve the pending action first: ");
	expect(again).toContain("Staged, not yet applied: 1 replacement in 1 file.");
	expect(again).toContain("[This preview replaces the one before, which was not applied: AST Edit: 2 replacements");
	expect(resultsIn(omp, 4)[0]).toStartWith("No pending action to resolve.");
	expect(await omp.files.read("src/a.ts")).toBe("better(1);\n");
	expect(await omp.files.read("src/b.ts")).toBe("oldName(2);\n");
});

verifies("tools-agent:ask:needs-ui", async () => {
	const questions = [{ id: "db", question: "Which?", options: [{ label: "A" }, { label: "B" }] }];
	await using omp = await ompProject({ replies: [toolCall("ask", { i: "Asking", questions }), text("A then.")] });
	await omp.run(["-p", "choose"]);
	expect(offered(omp.model.requests[0])).not.toContain("ask");
	expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain("Ask tool requires interactive mode");
});

test("a todo list survives a restart, and the model is reminded of it", async () => {
	const todo = (params: Record<string, unknown>) => toolCall("todo", { i: "Planning", ...params });
	await using omp = await ompProject({
		replies: [
			todo({ op: "init", items: ["look", "fix"] }),
			text("Stopping early."),
			todo({ op: "done", task: "look" }),
			text("Later."),
			text("Really later."),
			todo({ op: "view" }),
			text("Still one."),
			text("Still one."),
		],
	});
	await omp.run(["-p", "go"]);
	const reminded = omp.model.requests.filter(({ messages }) => JSON.stringify(messages).includes("(Reminder 1/3)"));
	expect(reminded.length).toBeGreaterThan(0);
	await omp.run(["-p", "--continue", "what is left?"]);
	const view = omp.model.requests.at(-1);
	expect(JSON.stringify(view?.messages)).toContain("Overall: 0/1 done, 1 open.");
});
