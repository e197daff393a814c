import { expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { resultsIn } from "./testing/results.ts";

/** The requests of the user's conversation; those of sub-agents say who they are. */
const own = (omp: OmpProject) =>
	omp.model.requests.filter(({ system }) => !JSON.stringify(system).includes("You are `"));
/** Tools, system prompt and tool choice of each request: what the provider caches in front of the messages. */
const prefixes = (omp: OmpProject) =>
	new Set(own(omp).map(({ tools, system, tool_choice }) => JSON.stringify([tools, system, tool_choice])));
const names = (omp: OmpProject) =>
	((omp.model.requests[0]?.tools ?? []) as ReadonlyArray<{ name: string }>).map(({ name }) => name);

test("task, async, launch, browser, a preview and a tool search leave the cached prompt alone", async () => {
	await using omp = await ompProject({
		files: { "a.ts": "oldName(1);\n" },
		replies: [
			toolCall("bash", { i: "Serving", command: "sleep 0.1", async: true }),
			toolCall("launch", { i: "Looking", op: "ps" }),
			toolCall("browser", { i: "Closing", action: "close", all: true }),
			toolCall("ast_edit", { i: "Renaming", ops: [{ pat: "oldName($A)", out: "newName($A)" }], paths: ["a.ts"] }),
			toolCall("resolve", { i: "Applying", action: "apply", reason: "fine" }),
			text("Done."),
		],
	});
	await omp.run(["-p", "--yolo", "go"]);
	expect(prefixes(omp).size).toBe(1);
	expect(names(omp)).toContain("irc");
	expect(names(omp)).not.toContain("launch");
	// How to use what is not in the list is said where it helps.
	expect(resultsIn(omp, 1)[0]).toContain("the tool `launch`");
	expect(resultsIn(omp, 2)[0]).not.toContain("not found");
	expect(resultsIn(omp, 3)[0]).not.toContain("not found");
	expect(await omp.files.read("a.ts")).toBe("newName(1);\n");
}, 60_000);

test("the first prompt brings the browser for a form; a later one is told of it in a message", async () => {
	await using first = await ompProject({ replies: [text("ok")] });
	await first.run(["-p", "register the user ada on its sign-up form"]);
	expect(names(first)).toContain("browser");
	await using later = await ompProject({ replies: [text("ok"), text("ok")] });
	await later.run(["-p", "hello"]);
	await later.run(["-c", "-p", "now fill in the sign-up form"]);
	expect(prefixes(later).size).toBe(1);
	expect(JSON.stringify(later.model.requests[1]?.messages)).toContain("browser: ");
}, 60_000);

test("tools that are switched off say how to switch them on", async () => {
	await using omp = await ompProject({
		replies: [
			toolCalls(
				{ name: "github", arguments: { op: "pr_view" } },
				{ name: "ast_grep", arguments: { i: "Looking", pat: "a", paths: ["."] } },
			),
			text("ok"),
		],
	});
	await omp.run(["-p", "go"]);
	const [github, grep] = resultsIn(omp, 1);
	expect(github).toBe(
		"The tool github is switched off. Only the user can switch it on: omp config set github.enabled true",
	);
	expect(grep).toContain("omp config set astGrep.enabled true");
}, 30_000);

test("an agent at work does not change what its parent sends", async () => {
	await using omp = await ompProject({
		otherwise: ({ system, messages }) => {
			if (JSON.stringify(system).includes("You are `")) return toolCall("yield", { result: { data: "found" } });
			const turns = (messages as readonly unknown[]).length;
			if (turns === 1) return toolCall("task", { i: "Delegating", tasks: [{ name: "A", task: "look" }] });
			return turns === 3 ? toolCall("job", { i: "Waiting", poll: [] }) : text("Done.");
		},
	});
	await omp.run(["-p", "--yolo", "go"]);
	expect(own(omp)).toHaveLength(3);
	expect(prefixes(omp).size).toBe(1);
	// Siblings share everything up to what they are told about themselves.
	const child = omp.model.requests.find(({ system }) => JSON.stringify(system).includes("You are `A`"));
	const blocks = (child?.system ?? []) as ReadonlyArray<Record<string, unknown>>;
	expect(blocks.map((block) => "cache_control" in block)).toEqual([false, true, true]);
}, 60_000);
