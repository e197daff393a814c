import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { PromptFacts } from "../conversation/prompt/prompt-facts.ts";
import { buildSystemPrompt } from "../conversation/prompt/system-prompt.ts";
import { loadContext } from "../discovery/contract/load-context.ts";
import { discoveryRegistry } from "../discovery/discovery-registry.ts";
import { extensionSettings } from "../settings/sections/services/extensions.ts";
import { skillSettings } from "../settings/sections/services/skills.ts";
import { Settings } from "../settings/settings.ts";
import { TrustGate } from "../trust/trust-gate.ts";
import { skillScheme } from "../urls/skill-url.ts";
import { skillCommands, skillMessages } from "./invoke-skill.ts";
import { loadSkills } from "./load-skills.ts";

const skill = (description: string, more = "") =>
	`---\ndescription: ${description}\n${more}---\nBody: ${description}.\n`;

async function skillsOf(tree: Workspace, settings = new Settings()) {
	const [cwd, home] = [tree.file("repo"), tree.file("home")];
	const agentDir = tree.file("home/.omp/agent");
	const gate = new TrustGate({ cwd, agentDir, now: () => 0, acceptAll: true });
	const context = await loadContext({ cwd, home, agentDir, gate });
	const { skills, warnings } = await loadSkills(discoveryRegistry(cwd, home, settings), context, settings);
	return {
		skills,
		shown: skills.map(({ name, path }) => `${name} ${path.slice(tree.path.length + 1)}`),
		warnings: warnings.map((warning) => warning.replaceAll(`${tree.path}/`, "")),
	};
}

describe("loading", () => {
	verifies("rules-skills-commands:skill:file-form", async () => {
		await using tree = await workspace({
			"repo/.git": "",
			"repo/.claude/skills/folder-name/SKILL.md": "no frontmatter",
			"repo/.claude/skills/other/SKILL.md": "---\nname: own-name\ndescription: d\nlicense: MIT\n---\nx",
			"repo/.claude/skills/group/inner/SKILL.md": "too deep",
			"repo/.claude/skills/SKILL.md": "too shallow",
		});
		const { skills, shown } = await skillsOf(tree);
		expect(shown).toEqual([
			"folder-name repo/.claude/skills/folder-name/SKILL.md",
			"own-name repo/.claude/skills/other/SKILL.md",
		]);
		expect(skills[1]?.frontmatter).toEqual({ name: "own-name", description: "d", license: "MIT" });
	});

	verifies("rules-skills-commands:skill:description-required", async () => {
		await using tree = await workspace({
			"repo/.git": "",
			"repo/.omp/skills/a/SKILL.md": "x",
			"repo/.github/skills/b/SKILL.md": "x",
			"repo/.claude/skills/c/SKILL.md": "x",
			"repo/.codex/skills/d/SKILL.md": "x",
		});
		const { shown, warnings } = await skillsOf(tree);
		expect(shown.map((line) => line.split(" ")[0])).toEqual(["c", "d"]);
		expect(warnings).toEqual([
			"repo/.omp/skills/a/SKILL.md: has no description and is left out",
			"repo/.github/skills/b/SKILL.md: has no description and is left out",
		]);
	});

	verifies("rules-skills-commands:skill:precedence", async () => {
		await using tree = await workspace({
			"repo/.git": "",
			"repo/.omp/skills/x/SKILL.md": skill("native"),
			"repo/one/x/SKILL.md": skill("first folder"),
			"home/two/x/SKILL.md": skill("second folder"),
			"home/two/y/SKILL.md": skill("second folder"),
			"home/.omp/agent/managed-skills/y/SKILL.md": skill("managed"),
			"home/.omp/agent/managed-skills/z/SKILL.md": skill("managed"),
		});
		const settings = new Settings();
		settings.override(skillSettings.customDirectories, ["one", "~/two"]);
		const { shown, warnings } = await skillsOf(tree, settings);
		expect(shown).toEqual([
			"x repo/one/x/SKILL.md",
			"y home/two/y/SKILL.md",
			"z home/.omp/agent/managed-skills/z/SKILL.md",
		]);
		expect(warnings).toEqual([]);
	});

	verifies("rules-skills-commands:skill:filters", async () => {
		await using tree = await workspace({
			"repo/.git": "",
			"repo/.omp/skills/git-a/SKILL.md": skill("a"),
			"repo/.claude/skills/git-b/SKILL.md": skill("b"),
			"home/.claude/skills/git-b/SKILL.md": skill("b of the user"),
			"home/.codex/skills/docker/SKILL.md": skill("c"),
			"repo/.opencode/skills/git-d/SKILL.md": skill("d"),
		});
		const names = async (change: (settings: Settings) => void) => {
			const settings = new Settings();
			change(settings);
			return (await skillsOf(tree, settings)).shown.map((line) => line.replace("/SKILL.md", ""));
		};
		const s = skillSettings;
		expect(await names((settings) => settings.override(s.enabled, false))).toEqual([]);
		expect(await names((settings) => settings.override(s.includeSkills, ["git-*"]))).toEqual([
			"git-a repo/.omp/skills/git-a",
			"git-b home/.claude/skills/git-b",
			"git-d repo/.opencode/skills/git-d",
		]);
		// What is switched off shadows nothing.
		const withoutUser = await names((settings) => {
			settings.override(s.enableClaudeUser, false);
			settings.override(s.ignoredSkills, ["dock*"]);
			settings.override(extensionSettings.disabledExtensions, ["skill:git-a"]);
		});
		expect(withoutUser).toEqual(["git-b repo/.claude/skills/git-b", "git-d repo/.opencode/skills/git-d"]);
		const onlyOurs = await names((settings) => {
			for (const off of [s.enableClaudeUser, s.enableClaudeProject, s.enableCodexUser]) settings.override(off, false);
			for (const off of [s.enableAgentsUser, s.enableAgentsProject]) settings.override(off, false);
		});
		expect(onlyOurs).toEqual(["git-a repo/.omp/skills/git-a"]);
	});

	verifies("rules-skills-commands:skill:duplicates", async () => {
		await using tree = await workspace({
			"repo/.git": "",
			"repo/.omp/skills/x/SKILL.md": skill("one"),
			"repo/.claude/skills/x/SKILL.md": skill("another"),
			"repo/.codex/skills/same/SKILL.md": skill("same"),
			"repo/.opencode/skills/same/SKILL.md": skill("same"),
			"repo/.agents/skills/.keep": "",
		});
		await symlink(tree.file("repo/.omp/skills/x"), tree.file("repo/.agents/skills/linked"));
		const { shown, warnings } = await skillsOf(tree);
		expect(shown).toEqual(["x repo/.omp/skills/x/SKILL.md", "same repo/.codex/skills/same/SKILL.md"]);
		expect(warnings).toEqual([
			'Two skills are named "x": repo/.omp/skills/x/SKILL.md is used, repo/.claude/skills/x/SKILL.md is not',
		]);
	});
});

async function inTree() {
	const tree = await workspace({
		"repo/.git": "",
		"secret.txt": "secret",
		"repo/.claude/skills/pdf/SKILL.md": skill("Reads PDF"),
		"repo/.claude/skills/pdf/docs/a b.txt": "beside",
		"repo/.claude/skills/quiet/SKILL.md": skill("Hidden", "disable-model-invocation: true\n"),
		"repo/.claude/skills/silent/SKILL.md": skill("Hidden too", "hide: true\n"),
	});
	await symlink(tree.file("secret.txt"), tree.file("repo/.claude/skills/pdf/link.txt"));
	const { skills } = await skillsOf(tree);
	const read = async (url: string) =>
		(await skillScheme(async () => skills).resolve(url, { signal: AbortSignal.timeout(1000) })).text;
	return { tree, skills, read, [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose]() };
}

describe("skill://", () => {
	verifies("rules-skills-commands:skill:url", async () => {
		await using place = await inTree();
		expect(await place.read("skill://pdf")).toBe(skill("Reads PDF"));
		expect(await place.read("skill://pdf/docs/a%20b.txt")).toBe("beside");
		await expect(place.read("skill://pdf/none.txt")).rejects.toThrow("File not found in the skill pdf: none.txt");
		await expect(place.read("skill://Pdf")).rejects.toThrow("Unknown skill: Pdf. Available: pdf, quiet, silent");
		await expect(place.read("skill://")).rejects.toThrow("skill:// needs a name");
	});

	verifies("rules-skills-commands:skill:path-escape", async () => {
		await using place = await inTree();
		for (const path of ["../quiet/SKILL.md", "docs/../../quiet/SKILL.md", "%2e%2e/quiet/SKILL.md", "/etc/passwd"]) {
			await expect(place.read(`skill://pdf/${path}`)).rejects.toThrow("does not name a file inside the skill pdf");
		}
		await expect(place.read("skill://pdf/link.txt")).rejects.toThrow("leads outside the skill pdf");
	});

	test("a pipe in a skill's folder does not block", async () => {
		await using place = await inTree();
		Bun.spawnSync(["mkfifo", place.tree.file("repo/.claude/skills/pdf/pipe")]);
		await expect(place.read("skill://pdf/pipe")).rejects.toThrow("is not a regular file");
	});
});

describe("in the system prompt", () => {
	const facts: PromptFacts = {
		tools: ["read"],
		hiddenTools: "",
		schemes: ["skill"],
		intentTracing: false,
		personality: "none",
		workstation: [],
		contextFiles: [],
		deeperFiles: [],
	};

	verifies("discovery:prompt:skills-need-read", async () => {
		await using place = await inTree();
		const prompt = (more: Partial<PromptFacts>) => buildSystemPrompt({ ...facts, skills: place.skills, ...more })[0];
		expect(prompt({})).toContain(
			"# Skills\n\nWhen a task fits one of these, read `skill://<name>` first and follow it:\n<skills>\npdf: Reads PDF\n</skills>",
		);
		expect(prompt({ tools: ["bash"] })).not.toContain("pdf");
		expect(prompt({ custom: "You are a poet." })).toContain('<skill name="pdf">Reads PDF</skill>');
	});

	verifies("rules-skills-commands:skill:hidden", async () => {
		await using place = await inTree();
		expect(buildSystemPrompt({ ...facts, skills: place.skills })[0]).not.toMatch(/quiet|silent/);
		expect(await place.read("skill://quiet")).toContain("Body: Hidden.");
		expect(skillCommands(place.skills).map(({ name }) => name)).toEqual(["skill:pdf", "skill:quiet", "skill:silent"]);
	});
});

describe("/skill:<name>", () => {
	const called = async (text: string) => {
		await using place = await inTree();
		const folder = place.tree.file("repo/.claude/skills");
		return skillMessages(text, place.skills, () => 7).map((message) =>
			"content" in message ? String(message.content).replaceAll(folder, "<skills>") : "",
		);
	};

	test("attaches the skill, where it is, and what the user said besides", async () => {
		const text = [
			'The user invoked the skill "pdf". Follow it:',
			'<skill name="pdf">\nBody: Reads PDF.\n</skill>',
			"Paths in it are relative to <skills>/pdf.",
		].join("\n\n");
		expect(await called("/skill:pdf")).toEqual([text]);
		expect(await called("/skill:pdf the first page")).toEqual([`${text}\n\nUser: the first page`]);
		expect(await called("please /skill:pdf this")).toEqual([`${text}\n\nUser: please this`]);
	});

	test("is not called by other commands, parts of words or unknown names", async () => {
		for (const text of ["/btw /skill:pdf", "!echo /skill:pdf", "a/skill:pdf", "/skill:nope"]) {
			expect(await called(text)).toEqual([]);
		}
	});
});
