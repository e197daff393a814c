import { describe, expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcClient, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const replies = (count: number) => Array.from({ length: count }, () => text("ok"));

/** The system prompt of each request. */
function prompts(omp: OmpProject): string[] {
	return omp.model.requests.map(({ system }) => JSON.stringify(system));
}

const messages = (omp: OmpProject, index: number) => JSON.stringify(omp.model.requests[index]?.messages);

const files = {
	".git/HEAD": "ref: refs/heads/main\n",
	".omp/RULES.md": "Never use tabs.",
	".omp/rules/sql.md": "---\ndescription: SQL queries\nglobs: '*.sql'\n---\nUse bind parameters.",
	".cursor/rules/style.mdc": "---\nalwaysApply: true\n---\nNames are words.",
	".claude/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDF files\n---\nCall pdftotext.",
	".claude/skills/pdf/notes.txt": "Page one is the cover.",
};

describe("rules and skills", () => {
	verifies(
		"rules-skills-commands:rule:always-apply-in-prompt",
		async () => {
			await using omp = await ompProject({
				files,
				replies: [...replies(3), ...Array.from({ length: 5 }, () => text("A summary of it."))],
			});
			await omp.home.write(".omp/agent/RULES.md", "Speak French.");
			await using client = await rpcClient(omp);
			// Compaction keeps recent messages, so there must be older ones.
			for (const which of ["first", "second", "third"])
				await client.promptAndWait(`${which} ${"word ".repeat(30_000)}`);
			const { summary } = await client.compact();
			expect(summary).toContain("A summary of it.");
			await client.promptAndWait("again");
			const sent = messages(omp, omp.model.requests.length - 1);
			expect([sent.includes("A summary of it."), sent.includes("again")]).toEqual([true, true]);
			const [first = "", last = ""] = [prompts(omp)[0], prompts(omp).at(-1)];
			for (const words of ["Never use tabs.", "Speak French.", "Names are words."]) expect(first).toContain(words);
			expect(last).toBe(first);
		},
		20_000,
	);

	verifies(
		"rules-skills-commands:rule:sticky-rules-md",
		async () => {
			await using omp = await ompProject({
				files,
				replies: [toolCall("read", { i: "Reading", path: "rule://RULES" }), text("ok")],
			});
			await omp.home.write(".omp/agent/RULES.md", "---\nalwaysApply: false\n---\nSpeak French.");
			await omp.run(["-p", "hi"]);
			expect(prompts(omp)[0]).toContain("Speak French.\\n\\nNever use tabs.");
			expect(messages(omp, 1)).toContain("Never use tabs.");
		},
		20_000,
	);

	verifies(
		"rules-skills-commands:rule:no-rules-flag",
		async () => {
			await using omp = await ompProject({ files, replies: replies(1) });
			const { stderr } = await omp.run(["-p", "hi", "--no-rules"]);
			expect(stderr).toBe("");
			expect(prompts(omp)[0]).not.toMatch(/Never use tabs|SQL queries|Names are words|rule:\/\//);
			expect(prompts(omp)[0]).toContain("pdf: Reads PDF files");
		},
		20_000,
	);

	test("the model reads listed rules, skills and files of skills", async () => {
		const reading = ["rule://sql", "skill://pdf", "skill://pdf/notes.txt"];
		const calls = reading.map((path) => toolCall("read", { i: "Reading", path }));
		await using omp = await ompProject({ files, replies: [...calls, text("ok")] });
		await omp.run(["-p", "hi"]);
		expect(prompts(omp)[0]).toContain("- sql (*.sql): SQL queries");
		const last = messages(omp, 3);
		for (const words of ["Use bind parameters.", "Call pdftotext.", "Page one is the cover."])
			expect(last).toContain(words);
	}, 30_000);

	test("--skills and --no-skills choose", async () => {
		await using omp = await ompProject({ files, replies: replies(3) });
		await omp.run(["-p", "hi", "--skills", "git-*,p?f"]);
		await omp.run(["-p", "hi", "--skills", "git-*"]);
		await omp.run(["-p", "hi", "--no-skills"]);
		expect(prompts(omp).map((prompt) => prompt.includes("Reads PDF files"))).toEqual([true, false, false]);
		expect(prompts(omp)[1]).not.toContain("skill://");
	}, 30_000);

	verifies(
		"rules-skills-commands:skill:command",
		async () => {
			await using omp = await ompProject({ files, replies: replies(2) });
			await omp.run(["-p", "/skill:pdf the report"]);
			await omp.run(["-p", "please /skill:pdf the invoice"]);
			const [slash, prose] = [messages(omp, 0), messages(omp, 1)];
			expect(slash).toContain('The user invoked the skill \\"pdf\\". Follow it:');
			expect(slash).toContain("Call pdftotext.");
			expect(slash).toContain(`Paths in it are relative to ${omp.path}/.claude/skills/pdf.\\n\\nUser: the report`);
			expect(prose).toContain("User: please the invoice");
		},
		20_000,
	);

	verifies(
		"rules-skills-commands:skill:command-while-streaming",
		async () => {
			await using omp = await ompProject({
				files,
				replies: [toolCall("bash", { i: "Waiting", command: "until [ -e go ]; do sleep 0.02; done" }), ...replies(2)],
			});
			await using host = rpcHost(omp, { args: ["--approval-mode", "yolo"] });
			await host.ask({ id: "p", type: "prompt", message: "wait" });
			await host.frame({ type: "tool_execution_start" });
			await host.ask({ id: "f", type: "prompt", message: "/skill:pdf later", streamingBehavior: "followUp" });
			await host.ask({ id: "s", type: "prompt", message: "/skill:pdf now", streamingBehavior: "steer" });
			await omp.files.write("go", "");
			await host.frame({ type: "agent_end" });
			expect(messages(omp, 1)).toContain("User: now");
			expect(messages(omp, 1)).not.toContain("User: later");
			expect(messages(omp, 2)).toContain("User: later");
		},
		20_000,
	);

	test("hosts are told the skills as commands", async () => {
		await using omp = await ompProject({ files });
		await using host = rpcHost(omp);
		const update = await host.frame({ type: "available_commands_update" });
		const { commands } = update as unknown as { commands: Array<{ name: string; source: string }> };
		expect(commands.filter(({ source }) => source === "skill")).toMatchObject([
			{ name: "skill:pdf", description: "Reads PDF files (skill)" },
		]);
	}, 30_000);

	test("broken and huge files are named once with file and line, and the rest works", async () => {
		await using omp = await ompProject({ files, replies: replies(1) });
		await omp.files.write(".omp/rules/broken.md", "---\ndescription: Broken one\nglobs: [\n---\nbody");
		await omp.files.write(".omp/rules/huge.md", "x".repeat(2 * 1024 * 1024));
		const { stderr, exitCode } = await omp.run(["-p", "hi"]);
		expect(exitCode).toBe(0);
		expect(stderr.match(/broken\.md:3:\d+/g)).toHaveLength(1);
		expect(stderr.match(/huge\.md is larger than 1 MB/g)).toHaveLength(1);
		expect(prompts(omp)[0]).toContain("Broken one");
	}, 30_000);
});

describe("while omp runs", () => {
	verifies(
		"discovery:prompt:rebuild",
		async () => {
			await using omp = await ompProject({ files: { ".git/HEAD": "" }, replies: replies(5) });
			await using client = await rpcClient(omp);
			const ask = async () => {
				await client.promptAndWait("hi");
				return prompts(omp).at(-1) ?? "";
			};
			const empty = await ask();
			await omp.files.write(".claude/skills/pdf/SKILL.md", files[".claude/skills/pdf/SKILL.md"]);
			await omp.files.write(".cursor/rules/style.mdc", "First version.");
			await omp.files.write("AGENTS.md", "Context arrived.");
			const appeared = await ask();
			for (const words of ["Reads PDF files", "First version.", "Context arrived."]) expect(appeared).toContain(words);
			await omp.files.write(".cursor/rules/style.mdc", "Other version.");
			const changed = await ask();
			expect(changed).toBe(appeared.replace("First version.", "Other version."));
			expect(await ask()).toBe(changed);
			for (const path of [".claude", ".cursor", "AGENTS.md"]) await Bun.$`rm -r ${omp.files.file(path)}`.quiet();
			expect(await ask()).toBe(empty);
		},
		30_000,
	);

	test("a command that appears can be called, and its change counts", async () => {
		await using omp = await ompProject({ files: { ".git/HEAD": "" }, replies: replies(3) });
		await using client = await rpcClient(omp);
		await client.promptAndWait("/tidy");
		await omp.files.write(".claude/commands/tidy.md", "Tidy the shelf.");
		await client.promptAndWait("/tidy");
		await omp.files.write(".claude/commands/tidy.md", "Tidy the attic.");
		await client.promptAndWait("/tidy");
		const last = (index: number) => {
			const sent = omp.model.requests[index]?.messages;
			return JSON.stringify(Array.isArray(sent) ? sent.at(-1) : undefined);
		};
		expect(last(0)).toContain("/tidy");
		expect(last(1)).toContain("Tidy the shelf.");
		expect(last(2)).toContain("Tidy the attic.");
	}, 30_000);

	test("a system prompt that is changed or appears is not used before it is trusted, and that is said", async () => {
		await using omp = await ompProject({ files: { ".git/HEAD": "" }, replies: replies(2) });
		await using host = rpcHost(omp);
		await host.ask({ id: "p", type: "prompt", message: "hi" });
		await host.frame({ type: "agent_end" });
		const from = host.frames.length;
		await omp.files.write(".omp/SYSTEM.md", "You are a pirate.");
		await host.ask({ id: "q", type: "prompt", message: "hi" });
		const notice = await host.frame({ type: "notice" });
		expect(JSON.stringify(notice)).toContain("Not trusted and left out: .omp/SYSTEM.md");
		await host.frame({ type: "agent_end" }, { from });
		expect(prompts(omp)[1]).not.toContain("pirate");
	}, 30_000);
});
