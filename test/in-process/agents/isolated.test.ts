import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { gate } from "@oh-my-pi/pi-testkit/servers/replies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { hands, subagentSession, task } from "./testing/subagent-session.ts";

const bash = (command: string) => calls({ name: "bash", arguments: { i: "Changing", command } });
const isolated = (name: string) => ({ name, task: name, isolated: true });

async function repository(): Promise<Workspace> {
	const tree = await workspace({ "a.txt": "one\ntwo\nthree\n", "b.txt": "b\n", ".gitignore": "sessions\nagent\nwt\n" });
	const git = (...args: string[]) =>
		runCommand(["git", "-C", tree.path, "-c", "user.name=T", "-c", "user.email=t@t", ...args]);
	await git("init", "-q");
	await git("add", "-A");
	await git("commit", "-qm", "first");
	return tree;
}

const settings = (tree: Workspace) => ({ "task.isolation.mode": "rcopy", "worktree.base": tree.file("wt") });

test("isolated agents change the same tree side by side; what fits is merged, what conflicts is reported with both sides", async () => {
	await using project = await repository();
	await project.write("mine.txt", "not committed\n");
	const both = gate();
	let begun = 0;
	/** All of them have a copy before the first one changes anything. */
	const together =
		(command: string): ScriptedAnswer =>
		async (reply, request) => {
			if (++begun === 4) both.open();
			await both.opened;
			await bash(command)(reply, request);
		};
	const conflicting = gate();
	await using team = await subagentSession({
		project,
		settings: settings(project),
		scripts: {
			Main: [task(...["Top", "Bottom", "New", "Clash"].map(isolated)), says("done")],
			Top: [together("sed -i 's/one/ONE/' a.txt && cat mine.txt"), hands("top")],
			Bottom: [together("sed -i 's/three/THREE/' a.txt"), hands("bottom")],
			New: [together("echo new > new.txt && rm b.txt"), hands("new")],
			Clash: [
				together("sed -i 's/one/uno/' a.txt"),
				async (reply, request) => {
					await conflicting.opened;
					await hands("clash")(reply, request);
				},
			],
		},
	});
	const group = await (
		team.workbench.features.agents as import("../../../packages/coding-agent/src/agents/subagents.ts").Subagents
	).registry();
	group.onChange(() => {
		if (["Top", "Bottom", "New"].every((id) => group.find(id)?.status === "parked")) conflicting.open();
	});
	await team.prompt("go");
	// Its copy had what was not committed.
	expect(JSON.stringify(team.requests("Top")[1]?.context.messages)).toContain("not committed");
	expect(await readFile(project.file("a.txt"), "utf8")).toBe("ONE\ntwo\nTHREE\n");
	expect(await readFile(project.file("new.txt"), "utf8")).toBe("new\n");
	expect(existsSync(project.file("b.txt"))).toBe(false);
	expect(await readFile(project.file("mine.txt"), "utf8")).toBe("not committed\n");
	const text = team.lastResult("task");
	expect(text.match(/Applied patches: yes/g)).toHaveLength(3);
	expect(text).toMatch(/id="Clash" agent="task" status="merge failed"/);
	expect(text).toContain("Applied patches: no. The working tree is as it was.");
	expect(text).toContain("a.txt");
	const { results } = team.details("task") as { results: { patchPath?: string; mergeState?: string }[] };
	expect(results.map(({ mergeState }) => mergeState)).toEqual(["merged", "merged", "merged", "failed"]);
	expect(await readFile(results[3]?.patchPath ?? "", "utf8")).toContain("+uno");
	// The copies are gone, and the agents with them.
	const { stdout } = await runCommand(["find", project.file("wt"), "-mindepth", "1", "-maxdepth", "1", "-name", "t*"]);
	expect(stdout).toBe("");
	expect(group.find("Top")).toMatchObject({ status: "parked", isIsolated: true });
	const top = group.find("Top");
	expect(top && (await group.revive(top))).toBe(false);
}, 60_000);

test("an isolated agent that fails or is cancelled leaves the tree as it was, and its patch", async () => {
	await using project = await repository();
	await using team = await subagentSession({
		project,
		settings: settings(project),
		scripts: {
			Main: [task(isolated("Quitter")), task(isolated("Nothing")), says("done")],
			Quitter: [bash("echo half > half.txt"), calls({ name: "yield", arguments: { result: { error: "no access" } } })],
			Nothing: [hands("looked only")],
		},
	});
	const texts: string[] = [];
	team.main.subscribe((event) => {
		if (event.type === "tool_execution_end") texts.push(JSON.stringify(event.result.content));
	});
	await team.prompt("go");
	expect(existsSync(project.file("half.txt"))).toBe(false);
	expect(texts[0]).toContain("Applied patches: no (they were only saved)");
	expect(texts[1]).not.toContain("Applied patches");
	expect(await readFile(`${team.artifacts}/Quitter.patch`, "utf8")).toContain("+half");
}, 60_000);

test("without a repository isolation is refused before anything runs", async () => {
	await using project = await workspace();
	await using team = await subagentSession({
		project,
		settings: settings(project),
		scripts: { Main: [task(isolated("A")), says("done")], A: [hands("never")] },
	});
	await team.prompt("go");
	expect(team.lastResult("task")).toContain("Isolated task execution requires a git repository.");
	expect(team.requests("A")).toEqual([]);
});
