import { expect, test } from "bun:test";
import { type CommandWorld, runCommandIn } from "../../testing/run-command-in.ts";
import { config } from "../config/config.ts";
import { doctor } from "./doctor.ts";

async function examine(world: CommandWorld) {
	const { stdout, code, dir } = await runCommandIn(doctor, ["--json"], world);
	const { problems, notes } = JSON.parse(stdout.replaceAll(dir, "<home>"));
	return { problems, notes, code };
}

const path = process.env.PATH ?? "";

test("doctor: names a missing model, git, shell and browser", async () => {
	expect(await examine({ env: { PATH: "" } })).toEqual({
		problems: [
			"No model is connected: there are no credentials. Run `omp setup` or `omp login`, or set a variable such as ANTHROPIC_API_KEY or OPENAI_API_KEY.",
			"git was not found in PATH: diffs, /review, omp commit and worktrees need it.",
			"The shell bash was not found: the model's commands need it. Set shellPath to another one.",
		],
		notes: [expect.stringMatching(/^No Chromium found\..*Only the browser tool needs it\.$/)],
		code: 1,
	});
});

test("doctor: a key and the usual programs are no problem", async () => {
	const { problems, code } = await examine({ env: { PATH: path, ANTHROPIC_API_KEY: "sk-ant-secret" } });
	expect({ problems, code }).toEqual({ problems: [], code: 0 });
});

test("doctor: names unknown settings with a suggestion, and settings without effect, with file and line", async () => {
	const settings =
		"themes: x\ntheme:\n  dark: dark-nord\n  drak: y\nbash:\n  enabled: true\nspeech:\n  enabled: true\nmodelRoles: { default: a/b }\n";
	const { problems, code } = await examine({
		env: { PATH: path, ANTHROPIC_API_KEY: "sk-ant-secret" },
		files: { "agent/config.yml": settings, ".omp/config.yml": "theme.dork: z\n" },
	});
	expect({ problems, code }).toEqual({
		problems: [
			"<home>/agent/config.yml:1: themes: unknown setting; did you mean theme.dark?",
			"<home>/agent/config.yml:4: theme.drak: unknown setting; did you mean theme.dark?",
			"<home>/agent/config.yml:8: speech.enabled: no effect yet (speech)",
			"<home>/.omp/config.yml:1: theme.dork: unknown setting; did you mean theme.dark?",
		],
		code: 1,
	});
});

test("config set: says when a setting has no effect", async () => {
	const { stdout, stderr, code } = await runCommandIn(config, ["set", "speech.enabled", "true"]);
	expect({ stdout, stderr, code }).toEqual({
		stdout: "✔ Set speech.enabled = true\n",
		stderr: "speech.enabled has no effect yet (speech).\n",
		code: 0,
	});
});
