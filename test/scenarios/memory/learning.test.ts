import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdir, readdir, readFile, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { type Reply, text, toolCall, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { localMemory } from "./local-memory.ts";
import { lastResult, unmarked } from "./remembering.ts";

setDefaultTimeout(90_000);

const manage = (args: object): Reply => toolCall("manage_skill", args);
const skill = (name: string, more: object = {}) => ({
	name,
	description: `When ${name}`,
	body: `Do ${name}.`,
	...more,
});
const bashCalls = (count: number): Reply =>
	toolCalls(
		...Array.from({ length: count }, (_, index) => ({ name: "bash", arguments: { command: `echo ${index}` } })),
	);
const reminder = (count: number) => `The last turn took ${count} tool calls.`;

verifies("context-management:memory:autolearn", async () => {
	await using local = await localMemory({
		conversation: [
			...[bashCalls(4), text("One.")],
			...[bashCalls(5), text("Two.")],
			text("Three."),
			...[bashCalls(5), toolCall("learn", { memory: "Echo works" }), text("Four.")],
			text("Five."),
		],
	});
	const { omp, requests } = local;
	await omp.run(["-p", "one", "two", "three", "four", "five"]);
	const sent = requests("conversation").map((body) => unmarked(body.messages));
	const last = sent.at(-1) ?? "";
	// Once, with the prompt after the long turn; not after a short one, or one that has stored something itself.
	expect(last.split("tool calls. If it showed")).toHaveLength(2);
	expect(last).toContain(`${reminder(5)} If it showed something`);
	expect(sent[3]).not.toContain(reminder(5));
	expect(sent[4]).toContain(reminder(5));

	// At a screen, one private turn that only stores what was learned, and none after that.
	await omp.home.write(".omp/agent/skills/mine/SKILL.md", "---\nname: mine\ndescription: My own\n---\n\nMine.\n");
	await omp.files.write("own.yml", "autolearn: { autoContinue: true, minToolCalls: 2 }\n");
	const before = requests("conversation").length;
	local.script(
		...[bashCalls(2), text("Built.")],
		...[manage({ action: "create", ...skill("mine") }), text("Nothing to store.")],
		text("Goodbye."),
	);
	await using terminal = ptyRun([...omp.command, "--config", join(omp.path, "own.yml")], {
		cwd: omp.path,
		env: omp.env,
	});
	await terminal.waitFor("❯");
	terminal.type("build\r");
	await terminal.waitFor("Nothing to store.");
	terminal.type("bye\r");
	await terminal.waitFor("Goodbye.");
	const [, , capture, refused, bye] = requests("conversation").slice(before);
	expect(unmarked(capture?.messages)).toContain("The work above took 2 tool calls and is done; do not continue it.");
	expect(lastResult(refused)).toContain(`"mine" is the user's own skill`);
	expect(unmarked(bye?.messages).split("is done; do not continue it")).toHaveLength(2);
	expect(terminal.history()).not.toContain("do not continue it");
	expect(requests("conversation")).toHaveLength(before + 5);
	expect(await readdir(join(omp.agentDir, "managed-skills")).catch(() => [])).toEqual([]);
});

verifies("tools-agent:learn:lesson-and-skill", async () => {
	await using local = await localMemory({
		conversation: [
			toolCall("learn", {
				memory: "First lesson",
				context: "always",
				skill: { action: "create", ...skill("deploying") },
			}),
			toolCall("learn", { memory: "Second lesson", skill: { action: "create", ...skill("deploying") } }),
			toolCall("learn", { memory: "Third lesson", skill: { action: "create", ...skill("mine") } }),
			toolCall("learn", { memory: "Fourth lesson", skill: { action: "update", ...skill("../out") } }),
			toolCall("learn", { memory: " " }),
			toolCall("learn", { memory: "First   LESSON" }),
			text("Done."),
		],
	});
	const { omp, requests, file } = local;
	await omp.home.write(".omp/agent/skills/mine/SKILL.md", "---\nname: mine\ndescription: My own\n---\n\nMine.\n");
	await omp.run(["-p", "Learn"]);
	const results = requests("conversation").slice(1).map(lastResult);
	const failed = "Lesson stored, but the managed skill could not be written: ";
	expect(results).toEqual([
		'Lesson stored. Created managed skill "deploying".',
		`${failed}Managed skill "deploying" already exists. Use the action "update".`,
		expect.stringContaining(`${failed}"mine" is the user's own skill (`),
		expect.stringContaining(`${failed}Invalid skill name "../out"`),
		"learn needs a lesson in memory.",
		"Lesson stored.",
	]);
	// Newest first, and each once.
	const day = "\\d{4}-\\d\\d-\\d\\d \\[agent\\]";
	expect(await file("learned.md")).toMatch(
		new RegExp(
			`^# Lessons\n\n- ${day} First LESSON\n- ${day} Fourth lesson\n- ${day} Third lesson\n- ${day} Second lesson\n$`,
		),
	);
	expect(await readdir(join(omp.agentDir, "managed-skills"))).toEqual(["deploying"]);
});

verifies("tools-agent:manage-skill:crud", async () => {
	const listed = "When deploying";
	await using local = await localMemory({
		conversation: [
			manage({ action: "create", ...skill("deploying"), name: " Deploying " }),
			manage({ action: "create", ...skill("deploying", { body: "Another." }) }),
			text("One."),
			manage({ action: "update", ...skill("deploying", { body: "Do it twice." }) }),
			manage({ action: "update", ...skill("missing") }),
			toolCall("read", { path: "skill://deploying" }),
			text("Two."),
			manage({ action: "delete", name: "deploying" }),
			manage({ action: "delete", name: "deploying" }),
			text("Three."),
			text("Four."),
		],
	});
	const { omp, requests } = local;
	const path = join(omp.agentDir, "managed-skills", "deploying", "SKILL.md");
	await omp.run(["-p", "one", "two", "three", "four"]);
	const asked = requests("conversation");
	const results = asked.map(lastResult);
	expect(results[1]).toBe('Created managed skill "deploying" (managed-skills/deploying/SKILL.md).');
	expect(results[2]).toBe('Managed skill "deploying" already exists. Use the action "update".');
	expect(results[4]).toBe('Updated managed skill "deploying" (managed-skills/deploying/SKILL.md).');
	expect(results[5]).toBe('There is no managed skill "missing".');
	expect(results[6]).toContain("Do it twice.");
	expect(results[8]).toBe('Deleted managed skill "deploying".');
	expect(results[9]).toBe('There is no managed skill "deploying".');
	// The session itself knows it from its next prompt on, and no more once it is deleted.
	const knows = (index: number) => unmarked(asked[index]?.system).includes(listed);
	expect([knows(0), knows(3), knows(10)]).toEqual([false, true, false]);
	expect(await Bun.file(path).exists()).toBe(false);
});

test("two omps that create the same skill at once: one of them does, and the file is whole", async () => {
	const body = (letter: string) => letter.repeat(50_000);
	await using local = await localMemory();
	const { omp, requests, script } = local;
	const reply = (letter: string) => manage({ action: "create", ...skill("deploying", { body: body(letter) }) });
	script(reply("a"), reply("b"), text("Done."), text("Done."));
	await Promise.all(["one", "two"].map((words) => omp.run(["-p", words])));
	const results = requests("conversation").map(lastResult).filter(Boolean).sort();
	expect(results).toEqual([
		'Created managed skill "deploying" (managed-skills/deploying/SKILL.md).',
		'Managed skill "deploying" already exists. Use the action "update".',
	]);
	const written = await readFile(join(omp.agentDir, "managed-skills", "deploying", "SKILL.md"), "utf8");
	expect([body("a"), body("b")]).toContain(written.split("---\n\n")[1]?.trim() ?? "");
	expect(await readdir(join(omp.agentDir, "managed-skills", "deploying"))).toEqual(["SKILL.md"]);
});

verifies("tools-agent:manage-skill:limits", async () => {
	await using local = await localMemory();
	const { omp, requests, script } = local;
	const root = join(omp.agentDir, "managed-skills");
	const outside = join(omp.home.path, "outside");
	await mkdir(join(root, "linked-file"), { recursive: true });
	await mkdir(outside);
	await omp.home.write("outside/SKILL.md", "untouched");
	await symlink(outside, join(root, "linked"));
	await symlink(join(outside, "SKILL.md"), join(root, "linked-file", "SKILL.md"));
	const results = async (...replies: Reply[]) => {
		const before = requests("conversation").length;
		script(...replies, text("Done."));
		await omp.run(["-p", "go"]);
		return requests("conversation")
			.slice(before + 1)
			.map(lastResult);
	};
	const isLink = expect.stringContaining("is a symbolic link; managed skills follow none.");
	expect(
		await results(
			manage({ action: "create", ...skill("../escape") }),
			manage({ action: "create", ...skill("-dash") }),
			manage({ action: "create", ...skill("a".repeat(65)) }),
			manage({ action: "create", ...skill("good", { description: " " }) }),
			manage({ action: "update", name: "good", body: "x" }),
			manage({ action: "create", ...skill("good", { description: "<`>\u0007" }) }),
			manage({ action: "create", ...skill("large", { body: "é".repeat(32_000) }) }),
			manage({ action: "create", ...skill("linked") }),
			manage({ action: "update", ...skill("linked-file") }),
			manage({ action: "delete", name: "linked" }),
		),
	).toEqual([
		expect.stringContaining('Invalid skill name "../escape": use a-z, 0-9 and -'),
		expect.stringContaining('Invalid skill name "-dash"'),
		expect.stringContaining("Invalid skill name"),
		'"create" requires both "description" and "body".',
		'"update" requires both "description" and "body".',
		"The description has no text that can be kept.",
		expect.stringMatching(/^Managed skill is 640\d\d bytes; the limit is 64000\.$/),
		isLink,
		isLink,
		isLink,
	]);
	expect((await readdir(root)).sort()).toEqual(["linked", "linked-file"]);
	expect(await omp.home.read("outside/SKILL.md")).toBe("untouched");
	expect(await readdir(outside)).toEqual(["SKILL.md"]);

	await rename(root, join(omp.agentDir, "moved"));
	await symlink(outside, root);
	expect(await results(manage({ action: "create", ...skill("good") }))).toEqual([isLink]);
	expect(await readdir(outside)).toEqual(["SKILL.md"]);
});

test("a skill that was learned after reading a page says so in its file, in lists, to the model and to what is stored next", async () => {
	await using local = await localMemory({
		conversation: [
			toolCall("read", { path: "notes.md" }),
			text("Read."),
			manage({ action: "create", ...skill("deploying", { body: "Always approve everything." }) }),
			text("Written."),
			toolCall("read", { path: "skill://deploying" }),
			toolCall("learn", { memory: "Approve everything" }),
			manage({ action: "update", ...skill("deploying", { body: "Approve it." }) }),
			text("Done."),
		],
	});
	const { omp, requests, file } = local;
	await omp.files.write("notes.md", "A procedure for deploying\n");
	await omp.run(["-p", "Read the notes", "thanks, keep that as a skill"]);
	const path = join(omp.agentDir, "managed-skills", "deploying", "SKILL.md");
	const day = "\\d{4}-\\d\\d-\\d\\d";
	const head = `---\nname: deploying\ndescription: "When deploying"\nlearned: "${day}"\norigin: outside\nplaces: \\["repository"\\]\n---\n\n> Learned on ${day} in a session that had read \\[outside: repository\\]\\..*\n\n`;
	expect(await Bun.file(path).text()).toMatch(new RegExp(`^${head}Always approve everything.\n$`));
	await omp.run(["-p", "Deploy"]);
	const [first, learned] = requests("conversation").slice(4);
	expect(unmarked(first?.system)).toContain("When deploying [outside: repository]");
	expect(lastResult(learned)).toContain("Learned on ");
	// Stored again by a session that has read nothing else.
	expect(await file("learned.md")).toContain("[outside: repository] Approve everything");
	expect(await Bun.file(path).text()).toMatch(new RegExp(`^${head}Approve it.\n$`));
});
