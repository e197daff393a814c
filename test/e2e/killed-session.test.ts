import { expect, setDefaultTimeout } from "bun:test";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { anthropicRules } from "@oh-my-pi/pi-testkit/request-rules/anthropic";
import { type Reply, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type AtTerminal, atTerminal, opened } from "./at-terminal.ts";

setDefaultTimeout(40_000);

/** Prompts, kills omp without warning at a moment, continues the session, and returns what the terminal shows then. */
async function killedAndContinued(
	omp: OmpProject,
	moment: (terminal: AtTerminal) => Promise<unknown>,
	args: readonly string[] = [],
): Promise<string> {
	await using killed = await atTerminal(omp, { args });
	killed.type("please begin\r");
	await moment(killed);
	killed.kill("SIGKILL");
	await killed.exit;
	await using continued = await atTerminal(omp, { args: ["-c"] });
	const shown = await until(() => continued.screen().includes("please begin") && continued.screen());
	await continued.say("and now?", "Going on.");
	expect(anthropicRules(omp.model.requests.at(-1) ?? {}, scriptedModelRecord)).toEqual([]);
	return shown;
}

const sent = (omp: OmpProject) => JSON.stringify(omp.model.requests.at(-1)?.messages);
const project = (first: Reply, files: Record<string, string> = {}) =>
	ompProject({ files, replies: [first, text("Going on.")] });
const hasStarted = (omp: OmpProject) =>
	until(async () => JSON.stringify(await omp.sessions().catch(() => [])).includes("tool_execution_start"));

verifies("sessions:kill:first-answer", async () => {
	await using omp = await project(stalled(text("Half an answer"), 3));
	const shown = await killedAndContinued(omp, () => until(() => omp.model.requests.length === 1));
	expect(shown).toContain("ended before the model had answered");
	expect(sent(omp)).toMatch(/please begin.*and now\?/);
	expect(await omp.sessions()).toHaveLength(1);
});

verifies("sessions:kill:tool", async () => {
	await using omp = await project(toolCall("bash", { i: "Waiting", command: "touch begun; sleep 600" }));
	const shown = await killedAndContinued(omp, () =>
		until(() =>
			omp.files.read("begun").then(
				() => true,
				() => false,
			),
		),
	);
	expect(shown).toContain("touch begun; sleep 600");
	expect(shown).toContain("Interrupted");
	expect(shown).toContain("Previous session ended while 1 tool call was running: bash touch begun; sleep 600");
	expect(sent(omp)).toMatch(
		/please begin.*tool_use.*sleep 600.*tool_result.*may or may not have taken effect.*and now\?/,
	);
});

verifies("sessions:kill:write", async () => {
	const before = `first\n${"some words in a row\n".repeat(200_000)}last\n`;
	const edit = { path: "big.txt", old_string: "first\n", new_string: "changed\n" };
	await using omp = await project(toolCall("edit", edit), { "big.txt": before });
	await omp.home.write(".omp/agent/config.yml", "edit:\n  mode: replace\n");
	const shown = await killedAndContinued(omp, () => hasStarted(omp));
	expect(shown).toContain("big.txt");
	expect([before, before.replace("first\n", "changed\n")]).toContain(await omp.files.read("big.txt"));
	expect(sent(omp)).toMatch(/please begin.*tool_use.*big\.txt.*tool_result.*and now\?/);
});

verifies("sessions:kill:approval", async () => {
	await using omp = await project(toolCall("bash", { i: "Cleaning", command: "rm -rf notes" }), { "notes/a": "a" });
	const asked = (terminal: AtTerminal) => opened(terminal, "Run this command?");
	const shown = await killedAndContinued(omp, asked, ["--approval-mode", "write"]);
	expect(shown).toContain(
		"Previous session ended while 1 tool call was waiting for approval: bash rm -rf notes (not run)",
	);
	expect(await omp.files.read("notes/a")).toBe("a");
	expect(sent(omp)).toMatch(/please begin.*tool_use.*rm -rf notes.*tool_result.*Not run.*and now\?/);
});
