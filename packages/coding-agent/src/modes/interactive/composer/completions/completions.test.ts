import { describe, expect, test } from "bun:test";
import { symlink, utimes } from "node:fs/promises";
import { KeyPlaces } from "@oh-my-pi/pi-policy/files/key-places";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { CompletionProvider } from "@oh-my-pi/pi-tui/widgets/editor/completions";
import { builtInCommands } from "../../../../commands/commands.ts";
import { testScreen } from "../../../../commands/testing/test-screen.ts";
import { testSession } from "../../../../commands/testing/test-session.ts";
import { goalCommand } from "../../../../features/goal/goal-command.ts";
import type { GoalMode } from "../../../../features/goal/goal-mode.ts";
import { goalKey } from "../../../../features/goal/running-goal.ts";
import type { PlanMode } from "../../../../features/plan/mode/plan-mode.ts";
import { planCommand } from "../../../../features/plan/plan-command.ts";
import { planKey } from "../../../../features/plan/running-plan.ts";
import { Features } from "../../../../workbench/features.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import type { Workbench } from "../../../../workbench/workbench.ts";
import { commandCompletions } from "./command-completions.ts";
import { emojiCompletions } from "./emoji-completions.ts";
import { fileCompletions } from "./file-completions.ts";
import { pathCompletions } from "./path-completions.ts";
import { projectFiles } from "./project-files.ts";
import { draftActions, promptActions } from "./prompt-actions.ts";

async function complete(source: CompletionProvider, text: string, options: { isForced?: boolean } = {}) {
	const lines = text.split("\n");
	const state = { lines, lineIndex: lines.length - 1, column: lines.at(-1)?.length ?? 0 };
	const { signal } = new AbortController();
	return source.complete({ state: state as never, isForced: options.isForced ?? false, signal });
}

function commands(options: Parameters<typeof testSession>[1] = {}) {
	const { session } = testSession([], options);
	const registry = partly<OpenedConversation["registry"]>("registry", { available: async () => [scriptedModelRecord] });
	const features = new Features();
	features.add(planKey, { planOf: () => partly<PlanMode>("plan", { isActive: false }) });
	features.add(goalKey, { goalOf: () => partly<GoalMode>("goal", { goal: undefined }) });
	const workbench = partly<Workbench>("workbench", { features });
	const whole = partly<OpenedConversation>("session", { ...session, registry, workbench });
	const all = builtInCommands(async () => [planCommand, goalCommand]);
	return commandCompletions(whole, all, testScreen().ports);
}

const labels = async (text: string, options?: Parameters<typeof testSession>[1]) =>
	(await complete(commands(options), text))?.items.map(({ label }) => label);

describe("commands", () => {
	verifies("slash-commands:grammar:completion-order", async () => {
		expect(await labels("/goal")).toEqual(["goal"]);
		expect((await labels("/co"))?.slice(0, 3)).toEqual(["compact", "copy", "context"]);
		expect(await labels("/ctx")).toEqual(["context"]);
		expect(await labels("/window")).toEqual([]);
		expect(await labels("/clipboard")).toEqual([]);
		expect(await labels("/your plans")).toBeUndefined();
		expect(await labels("/directory")).toContain("add-dir");
	});

	test("those in files follow, and only the first line has commands", async () => {
		expect(await labels("/tid", { files: { tidy: "Tidy up" } })).toEqual(["tidy"]);
		expect(await complete(commands(), "a\n/co")).toBeUndefined();
		expect(await complete(commands(), " /co")).toBeUndefined();
		expect(await complete(commands(), "/etc/ho")).toBeUndefined();
	});

	test("Enter sends a complete name and takes the rest of an incomplete one", async () => {
		expect(await complete(commands(), "/goal")).toMatchObject({ isComplete: true });
		expect(await complete(commands(), "/que")).toMatchObject({
			isComplete: false,
			items: [{ label: "queue", insert: "/queue ", submits: false }],
		});
		expect(await complete(commands(), "/conte")).toMatchObject({
			isComplete: false,
			items: [{ insert: "/context", submits: true }],
		});
	});

	test("Enter never takes what is found by a description, by single letters, or is one of several", async () => {
		for (const typed of ["/window", "/directory", "/ctx", "/co", "/fast o", "/fast tier", "/dirs 1"]) {
			expect([typed, (await complete(commands(), typed))?.isComplete]).toEqual([typed, true]);
		}
	});

	verifies("slash-commands:grammar:argument-hints", async () => {
		expect(await complete(commands(), "/loop ")).toMatchObject({ hint: "[count|duration] [prompt]", items: [] });
		expect(await complete(commands(), "/fast o")).toMatchObject({
			items: [{ label: "on" }, { label: "off" }],
			start: 6,
			end: 7,
			isComplete: true,
		});
		expect(await complete(commands(), "/fast on")).toMatchObject({ isComplete: true });
		expect(await labels("/force no")).toEqual(["noop"]);
		expect(await labels("/force noop and")).toEqual([]);
		await using place = await workspace({ "docs/a.md": "", "data.txt": "" });
		expect(await labels("/add-dir d", { folder: place.path })).toEqual(["docs/"]);
		expect(await labels("/export d", { folder: place.path })).toEqual(["docs/", "data.txt"]);
		expect(await labels("/move docs/", { folder: place.path })).toEqual([]);
	});

	verifies("slash-commands:grammar:live-descriptions", async () => {
		const found = (await complete(commands(), "/"))?.items ?? [];
		const description = (name: string) => found.find(({ label }) => label === name)?.description;
		expect(["plan", "fast", "jobs", "todo", "fresh", "goal"].map(description)).toEqual([
			"Plan first: nothing changes until you approve (off)",
			"Use the provider's fast tier (off)",
			"Show background jobs",
			"Show or edit the to-do list",
			"Reset provider state, keep conversation",
			"Work toward a goal until it's done",
		]);
		expect(description("context")).toMatch(/^Show context usage \(0% .*\)$/);
		expect(found.slice(0, 6).map(({ label }) => label)).toEqual(["help", "model", "resume", "new", "plan", "login"]);
	});
});

describe("what else completes", () => {
	verifies("slash-commands:prefix:hash-actions", async () => {
		const { ports, copied } = testScreen();
		ports.draft.setText("first\nsecond");
		const source = promptActions(draftActions(ports));
		const found = await complete(source, "text #");
		expect(found?.items.map(({ label }) => label)).toEqual(["#copy-line", "#copy-prompt", "#undo", "#start", "#end"]);
		expect([found?.start, found?.end]).toEqual([5, 6]);
		for (const item of found?.items.slice(0, 2) ?? []) item.act?.();
		expect(copied).toEqual(["second", "first\nsecond"]);
		expect(await complete(source, "issue #123")).toBeUndefined();
		expect(await complete(source, "a#")).toBeUndefined();
	});

	verifies("slash-commands:prefix:emoji", async () => {
		const found = await complete(
			emojiCompletions(() => true),
			"ship it :rock",
		);
		expect(found).toEqual({ items: [{ label: "🚀 :rocket:", insert: "🚀" }], start: 8, end: 13 });
		const closed = await complete(
			emojiCompletions(() => true),
			":tada:",
		);
		expect(closed?.items).toEqual([{ label: "🎉 :tada:", insert: "🎉" }]);
		expect(
			await complete(
				emojiCompletions(() => false),
				":rock",
			),
		).toBeUndefined();
		expect(
			await complete(
				emojiCompletions(() => true),
				"at 10:30",
			),
		).toBeUndefined();
	});

	test("paths: where a word looks like one, and everywhere with Tab", async () => {
		await using place = await workspace({ "src/app.ts": "", "a b.txt": "", ".hidden": "" });
		const source = pathCompletions({ cwd: () => place.path, home: place.path });
		const names = async (text: string, options?: { isForced?: boolean }) =>
			(await complete(source, text, options))?.items.map(({ label }) => label);
		expect(await names("see ./s")).toEqual(["./src/"]);
		expect(await names("see ~/src/")).toEqual(["~/src/app.ts"]);
		expect(await names("see sr")).toBeUndefined();
		expect(await names("see sr", { isForced: true })).toEqual(["src/"]);
		expect(await names("see ./a")).toEqual(['"./a b.txt"']);
		expect(await names("see ./.")).toEqual(["./.hidden"]);
		expect(await names("/co")).toBeUndefined();
	});
});

verifies("tui:complete:files", async () => {
	await using project = await workspace(
		{
			"src/new.ts": "",
			"src/old.ts": "",
			"a b.txt": "",
			"docs/guide.md": "",
			".hidden/x.ts": "",
			".gitignore": "out/\n",
		},
		{ git: true },
	);
	await project.write("out/made.ts", "");
	const ages = ["src/new.ts", "docs/guide.md", "a b.txt", "src/old.ts", ".gitignore", ".hidden/x.ts"];
	for (const [index, path] of ages.entries())
		await utimes(project.file(path), 1_700_000_000 - index, 1_700_000_000 - index);
	const files = fileCompletions(
		projectFiles(
			() => [project.path],
			() => 0,
		),
		{ cwd: () => project.path, home: project.path },
	);
	const found = async (text: string) => (await complete(files, text))?.items.map(({ insert }) => insert);
	expect(await found("see @")).toEqual([
		"@src/",
		"@src/new.ts",
		"@docs/",
		"@docs/guide.md",
		'@"a b.txt"',
		"@src/old.ts",
	]);
	// Of those that fit equally well the newer one comes first, and a better one before both.
	expect(await found("see @ts")).toEqual(["@src/new.ts", "@src/old.ts"]);
	expect(await found("see @srold")).toEqual(["@src/old.ts"]);
	expect(await found('see @"a b')).toEqual(['@"a b.txt"']);
	expect(await found("see @.h")).toEqual(["@.hidden/", "@.hidden/x.ts"]);
	expect(await found("see @made")).toEqual([]);
	expect(await found("mail me@home")).toBeUndefined();
	// A folder that was completed is gone into.
	expect(await found("see @src/")).toEqual(["@src/new.ts", "@src/old.ts"]);
	expect(await found("see @docs")).toEqual(["@docs/", "@docs/guide.md"]);
});

test("a path that is complete is sent with Enter, a folder and a beginning are not", async () => {
	await using project = await workspace({ "src/parse.ts": "", "src/parse.ts.bak": "", "a b.txt": "" });
	const source = projectFiles(
		() => [project.path],
		() => 0,
	);
	const files = fileCompletions(source, { cwd: () => project.path, home: project.path });
	const isComplete = async (text: string) => (await complete(files, text))?.isComplete;
	expect(await isComplete("explain @src/parse.ts")).toBe(true);
	expect(await isComplete('explain @"a b.txt')).toBe(true);
	expect(await isComplete('explain @"a b.txt"')).toBeUndefined();
	expect(await isComplete("explain @pars")).toBe(false);
	expect(await isComplete("explain @src/")).toBe(false);
});

test("paths outside the project are completed after an @ too", async () => {
	await using project = await workspace({ "inside.ts": "" });
	await using other = await workspace({ "notes/one.md": "", "note.txt": "" });
	const source = projectFiles(
		() => [project.path],
		() => 0,
	);
	const files = fileCompletions(source, { cwd: () => project.path, home: other.path });
	const found = async (text: string) => (await complete(files, text))?.items.map(({ insert }) => insert);
	expect(await found(`see @${other.path}/no`)).toEqual([`@${other.path}/notes/`, `@${other.path}/note.txt`]);
	expect(await found("see @~/notes/")).toEqual(["@~/notes/one.md"]);
	expect(await found("see @./in")).toEqual(["@./inside.ts"]);
});

test("files that may hold keys are not offered after an @, in the project, behind a link or elsewhere", async () => {
	await using home = await workspace({ ".netrc": "", "p/a.ts": "", "p/keys/kube.yml": "", "notes.txt": "" });
	await symlink(home.file(".netrc"), home.file("p/netrc.md"));
	const keyPlaces = () => new KeyPlaces([home.file(".netrc"), home.file("p/keys/kube.yml")], []);
	const place = { cwd: () => home.file("p"), home: home.path, keyPlaces };
	const source = projectFiles(
		() => [home.file("p")],
		() => 0,
		() => ({ home: home.path, keyPlaces: keyPlaces() }),
	);
	const files = fileCompletions(source, place);
	const found = async (text: string) => (await complete(files, text))?.items.map(({ insert }) => insert);
	expect(await found("see @")).toEqual(["@a.ts"]);
	expect(await found("see @./")).toEqual(["@./keys/", "@./a.ts"]);
	expect(await found("see @~/.n")).toEqual([]);
	expect(await found("see @~/n")).toEqual(["@~/notes.txt"]);
});
