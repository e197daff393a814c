import { expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";

const always = (words: string) => `---\nalwaysApply: true\n---\n${words}`;
const skill = (description: string) => `---\ndescription: ${description}\n---\nDo it.`;

/** A project that has something for every program, below a folder with more. */
const files = {
	".git/HEAD": "ref: refs/heads/main\n",
	"AGENTS.md": "Root instructions. See @docs/style.md and `@not/code.md`.",
	"docs/style.md": "Style: tabs.",
	".agents/rules/agents.md": always("Rule of .agents."),
	"app/AGENTS.md": "Replaced by the file in .omp.",
	"app/CLAUDE.md": "Never read: the folder has AGENTS.md.",
	"app/.omp/AGENTS.md": "App instructions.",
	"app/.omp/RULES.md": "Sticky rule of the project.",
	"app/.omp/rules/sql.md": "---\ndescription: How we write SQL\nglobs: '*.sql'\n---\nBind.",
	"app/.omp/rules/stream.md": "---\ncondition: lodash\n---\nNever in the prompt.",
	"app/.omp/skills/native/SKILL.md": skill("A native skill"),
	"app/.omp/skills/hidden/SKILL.md": "---\ndescription: Hidden\nhide: true\n---\nx",
	"app/.omp/commands/tidy.md": "Tidy $1 up.",
	"app/.omp/APPEND_SYSTEM.md": "Appended by the project.",
	"app/.claude/CLAUDE.md": "Loses against .omp.",
	"app/.claude/skills/claude/SKILL.md": "---\nname: claude-skill\n---\nNo description.",
	"app/.claude/commands/deep/nested.md": "Nested.",
	"app/.codex/skills/codex/SKILL.md": skill("A Codex skill"),
	"app/.gemini/GEMINI.md": "Loses, too.",
	"app/.opencode/skills/open/SKILL.md": skill("An OpenCode skill"),
	"app/.cursor/rules/cursor.mdc": always("Rule of Cursor."),
	"app/.windsurf/rules/wind.md": "---\ntrigger: always_on\n---\nRule of Windsurf.",
	"app/.clinerules": "Rule of Cline.",
	"app/.github/copilot-instructions.md": "Copilot's loses at this depth.",
	"app/.github/instructions/ts.instructions.md": "---\napplyTo: '**/*.ts'\n---\nRule of Copilot.",
	"app/.github/skills/hub/SKILL.md": skill("A Copilot skill"),
	"app/.vscode/mcp.json": '{ "servers": { "vs": { "command": "run" } } }',
	"app/.mcp.json": '{ "mcpServers": { "root": { "command": "run" } } }',
	"app/lib/AGENTS.md": "Below.",
};

const home = {
	// However busy the machine is.
	".omp/agent/config.yml": "gitWaitMs: 30000\n",
	".omp/agent/AGENTS.md": "User instructions.",
	".omp/agent/RULES.md": "Sticky rule of the user.",
	".omp/agent/skills/mine/SKILL.md": skill("The user's skill"),
	".claude/CLAUDE.md": "The user's Claude file loses.",
	".codeium/windsurf/memories/global_rules.md": "Global rule of Windsurf.",
	".copilot/copilot-instructions.md": "Loses.",
};

/** The request as it was sent, without what differs between machines and runs. */
function stable(omp: OmpProject, part?: "system"): string {
	const [request] = omp.model.requests;
	const { metadata: _, ...body } = { metadata: undefined, ...request } as Record<string, unknown>;
	return JSON.stringify(part === undefined ? body : body[part], undefined, 2)
		.replaceAll("\\n", "\n")
		.replaceAll(omp.files.path, "<project>")
		.replaceAll(omp.home.path, "<home>")
		.replaceAll(new Date().toISOString().slice(0, 10), "<date>")
		.replace(/OS: .*/, "OS: <os>")
		.replace(/Terminal: .*\n/, "");
}

async function asked(...args: readonly string[]): Promise<OmpProject> {
	const omp = await ompProject({ files, replies: [text("ok")] });
	for (const [path, content] of Object.entries(home)) await omp.home.write(path, content);
	const cwd = omp.files.file("app");
	const { stderr, exitCode } = await omp.run(["-p", "/tidy it", "--trust", ...args], { cwd });
	// The project's MCP servers are tried, and there is no such program.
	const noServer = 'Can\'t connect to MCP server "vs": Cannot start "run": no such program\n';
	expect([stderr, exitCode]).toEqual([noServer, 0]);
	expect(omp.model.requests).toHaveLength(1);
	return omp;
}

test("the system prompt of the same project with a custom text", async () => {
	await using omp = await asked("--system-prompt", "You are a poet.");
	expect(stable(omp, "system")).toMatchSnapshot();
}, 30_000);

test("the complete first request of a project with files of every program", async () => {
	await using omp = await asked();
	expect(stable(omp)).toMatchSnapshot();
}, 30_000);
