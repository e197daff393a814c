import { describe, expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";

const files = {
	".git/HEAD": "",
	"AGENTS.md": "Be brief.",
	".omp/rules/style.md": "---\ndescription: [a\n---\nUse tabs.",
	".omp/rules/bad.md": "---\ncondition: 'a('\ndescription: b\n---\nNo.",
	".cursor/rules/style.mdc": "---\nalwaysApply: true\n---\nUse spaces.",
	".claude/commands/deploy.md": "Deploy it.",
	".omp/SYSTEM.md": "You are a parrot.",
	".omp/extensions/theirs.ts": "export default () => {};",
};

async function prepared(more: Record<string, string> = {}): Promise<OmpProject> {
	const omp = await ompProject({ files: { ...files, ...more }, replies: [text("ok"), text("ok")] });
	await omp.home.write(".omp/agent/extensions/mine.ts", 'throw new Error("not today");');
	await omp.home.write(".omp/agent/skills/pdf/SKILL.md", "---\ndescription: Reads PDF\n---\nRun it.");
	await omp.home.write(".omp/agent/config.yml", "disabledProviders: [windsurf]\n");
	return omp;
}

const plain = (omp: OmpProject, output: string) =>
	output.replaceAll(omp.files.path, "<project>").replaceAll(omp.home.path, "<home>");

describe("omp doctor", () => {
	test("names what is used, shadowed, off, untrusted and broken, with file and line", async () => {
		await using omp = await prepared();
		await runCommand(["mkfifo", omp.files.file(".omp/RULES.md")], {});
		// On a machine without Chromium there would be a note about it.
		const env = { PUPPETEER_EXECUTABLE_PATH: "/bin/true" };
		const { stdout, stderr, exitCode } = await omp.run(["doctor"], { env });
		expect([stderr, exitCode]).toEqual(["", 1]);
		const [, report = ""] = plain(omp, stdout).split("In use\n");
		expect(report).toMatchInlineSnapshot(`
		  "  Context files: 1 (AGENTS.md 1)
		    Rules: 2 (OMP 2)
		    Skills: 1 (OMP 1)
		    Slash commands: 1 (Claude Code 1)
		    Extensions: 1 (OMP 1)
		    Built-in rules: 19 (Builtin Defaults 19)
		  Shadowed
		    Rules: style (Cursor, project; shadowed by <project>/.omp/rules/style.md) <project>/.cursor/rules/style.mdc
		  Off
		    Source: Windsurf (windsurf)
		  Not trusted (see omp trust)
		    Extensions: theirs (OMP, project; not trusted) <project>/.omp/extensions/theirs.ts
		    System prompt: .omp/SYSTEM.md (OMP, project; not trusted) <project>/.omp/SYSTEM.md
		  Problems
		    [OMP] <project>/.omp/rules/style.md:2:16: Flow sequence in block collection must be sufficiently indented and end with a ] (frontmatter; it was read line by line)
		    <project>/.omp/RULES.md is not a regular file; it was left out
		    <project>/.omp/rules/bad.md: condition a( is invalid: Invalid regular expression: missing )
		    <home>/.omp/agent/extensions/mine.ts: not today
		  "
		`);
	}, 30_000);

	test("as JSON; without problems the exit code is 0, and no key is printed", async () => {
		await using omp = await ompProject({ files: { ".git/HEAD": "", "AGENTS.md": "Be brief." } });
		const { stdout, exitCode } = await omp.run(["doctor", "--json"], {
			env: { GROQ_API_KEY: "sk-very-secret-key" },
		});
		expect(exitCode).toBe(0);
		expect(stdout).not.toContain("very-secret");
		const { problems, items: all } = JSON.parse(plain(omp, stdout));
		const items = all.filter(({ level }: { level: string }) => level !== "native");
		expect(problems).toEqual([]);
		expect(items).toEqual([
			{
				kind: "Context files",
				name: "AGENTS.md",
				id: "context-file:project:AGENTS.md",
				path: "<project>/AGENTS.md",
				provider: "agents-md",
				source: "AGENTS.md",
				level: "project",
				state: "active",
			},
		]);
	}, 30_000);
});

describe("files that nobody wrote by hand", () => {
	test("FIFOs, devices, 50 MB and imports in a circle are named once, and the rest is used", async () => {
		await using omp = await ompProject({
			files: {
				".git/HEAD": "",
				"AGENTS.md": "Start. @a.md",
				"a.md": "One. @b.md",
				"b.md": "Two. @a.md",
				".omp/rules/good.md": "Be good.",
				".claude/commands/x.md": "x",
			},
			replies: [text("ok")],
		});
		const fifos = [
			".gitignore",
			".mcp.json",
			"lsp.json",
			".claude/settings.json",
			".omp/ssh.json",
			".omp/rules/fifo.md",
		];
		for (const name of fifos) await runCommand(["mkfifo", omp.files.file(name)]);
		await runCommand(["ln", "-s", "/dev/zero", omp.files.file(".omp/rules/zero.md")]);
		await runCommand(["truncate", "-s", "50M", omp.files.file(".omp/AGENTS.md")]);
		const { stdout, exitCode } = await omp.run(["doctor", "--json"]);
		const { problems } = JSON.parse(plain(omp, stdout));
		const named = [...fifos.filter((name) => name !== ".gitignore"), ".omp/rules/zero.md", ".omp/AGENTS.md"];
		const leftOut = problems.filter((problem: string) => problem.endsWith("it was left out"));
		expect(leftOut.map((problem: string) => problem.split(" is ")[0]).sort()).toEqual(
			named.map((name) => `<project>/${name}`).sort(),
		);
		expect(exitCode).toBe(1);
		expect((await omp.run(["-p", "hi"])).stdout).toBe("ok\n");
		const system = JSON.stringify(omp.model.requests[0]?.system);
		expect(system).toContain("Start. One. Two. @a.md");
		expect(system).toContain("Be good.");
	}, 30_000);
});

describe("/extensions", () => {
	test("over RPC: lists everything, and what is turned off is gone from the next request", async () => {
		await using omp = await prepared();
		await using host = rpcHost(omp);
		const prompt = async (message: string) => {
			const from = host.frames.length;
			await host.ask({ id: `p${from}`, type: "prompt", message });
			await host.frame({ type: "agent_end" }, { from });
		};
		const command = async (message: string) => {
			const from = host.frames.length;
			const answer = await host.ask({ id: `c${from}`, type: "prompt", message });
			if (answer.success === false) return String(answer.error);
			return plain(omp, String((await host.frame({ type: "command_output" }, { from })).text));
		};
		await prompt("hi");
		expect(await command("/extensions")).toMatchInlineSnapshot(`
		  "Context files:
		    AGENTS.md (AGENTS.md, project) <project>/AGENTS.md
		  Rules:
		    bad (OMP, project) <project>/.omp/rules/bad.md
		    style (OMP, project) <project>/.omp/rules/style.md
		    style (Cursor, project; shadowed by <project>/.omp/rules/style.md) <project>/.cursor/rules/style.mdc
		  Skills:
		    pdf (OMP, user) <home>/.omp/agent/skills/pdf/SKILL.md
		  Slash commands:
		    deploy (Claude Code, project) <project>/.claude/commands/deploy.md
		  Extensions:
		    theirs (OMP, project; not trusted) <project>/.omp/extensions/theirs.ts
		    mine (OMP, user) <home>/.omp/agent/extensions/mine.ts
		  System prompt:
		    .omp/SYSTEM.md (OMP, project; not trusted) <project>/.omp/SYSTEM.md
		  Built-in rules: go-add-cleanup, go-bench-loop, go-exp-promoted, go-ioutil, go-join-hostport, go-new-expr, go-rand-v2, go-range-int, rs-box-leak, rs-future-prelude, rs-lazylock, rs-match-ergonomics, ts-bare-catch, ts-import-type, ts-no-any, ts-no-inline-cast-access, ts-no-test-timers, ts-promise-with-resolvers, ts-redundant-clear-guard
		  Sources turned off: windsurf
		  Problems:
		    [OMP] <project>/.omp/rules/style.md:2:16: Flow sequence in block collection must be sufficiently indented and end with a ] (frontmatter; it was read line by line)
		    <project>/.omp/rules/bad.md: condition a( is invalid: Invalid regular expression: missing )"
		`);
		expect(await command("/extensions disable context-file:project:AGENTS.md")).toBe(
			"context-file:project:AGENTS.md is off.",
		);
		expect(await command("/extensions disable source:cursor")).toBe("source:cursor is off.");
		expect(await command("/extensions disable nonsense")).toContain('There is no "nonsense". Known: ');
		await prompt("again");
		const systems = omp.model.requests.map(({ system }) => JSON.stringify(system));
		expect(systems.map((system) => system.includes("Be brief."))).toEqual([true, false]);
		expect(await omp.home.read(".omp/agent/config.yml")).toContain("context-file:project:AGENTS.md");
	}, 30_000);
});
