import { expect, test } from "bun:test";
import "../../../assembly/feature-settings.ts";
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
		"themes: x\ntheme:\n  dark: dark-nord\n  drak: y\nbash:\n  enabled: true\nspeech:\n  enabled: true\nmodelRoles: { default: anthropic/claude-sonnet-4-5 }\n";
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

test("doctor: names everything in the configuration that is not understood, with file and line", async () => {
	const { problems, code } = await examine({
		env: { PATH: path, ANTHROPIC_API_KEY: "sk-ant-secret" },
		files: {
			"agent/config.yml": `nonsense: 1
theme:
  dark: dark-cyberpunk
  light: light
symbolPreset: emoji
bash: { enabled: perhaps }
statusLine:
  leftSegments: [model, nonsense, pr, approval]
  rightSegments:
    - costs
    - usage
providers:
  webSearchOrder: [brave, ecosia]
  webSearchExclude: [jina, mojeek]
task:
  disabledAgents: [explore, scout, nonsense]
enabledModels:
  - claude-*
  - { path: ~/work, models: [zzz/unknown] }
disabledProviders: [openai, claude, opnai]
modelProviderOrder: [anthropic, nonsense]
eval: { rb: true, jl: true }
skills:
  customDirectories: [agent, ~/nowhere]
modelRoles:
  default: zzz/unknown
  smol: zzz/other
  slow: "@default"
`,
			".omp/config.yml": "theme.lihgt: x\nenabledModels: [claude-*, xyzzy-9]\n",
			"agent/models.yml": `providers:
  cursor: { baseUrl: http://a, apiKey: A, api: cursor-agent, models: [{ id: a }] }
  mine:
    baseUrl: http://b
    auth: none
    api: openai-completions
    compat: { supportsStor: true, supportsStore: "yes" }
    models: [{ id: b, contextWindw: 5 }]
`,
			"agent/keybindings.yml": "app.nonsense: ctrl+k\napp.model.select: ctrl+nokey\napp.exit: { a: b }\n",
		},
	});
	expect({ problems, code }).toMatchInlineSnapshot(`
	  {
	    "code": 1,
	    "problems": [
	      "<home>/agent/config.yml:5: symbolPreset: must be one of unicode, nerd, ascii; the default is used",
	      "<home>/agent/config.yml:6: bash.enabled: must be true or false; the default is used",
	      "<home>/agent/config.yml:1: nonsense: unknown setting",
	      "<home>/agent/config.yml:22: eval.rb: no effect yet (Julia and Ruby cells)",
	      "<home>/agent/config.yml:22: eval.jl: no effect yet (Julia and Ruby cells)",
	      "<home>/.omp/config.yml:1: theme.lihgt: unknown setting; did you mean theme.light?",
	      "<home>/agent/config.yml:3: theme.dark: "dark-cyberpunk" is not a theme that is known",
	      "<home>/agent/config.yml:8: statusLine.leftSegments: "nonsense" is not a segment that is known",
	      "<home>/agent/config.yml:8: statusLine.leftSegments: the segment pr shows nothing yet",
	      "<home>/agent/config.yml:10: statusLine.rightSegments: "costs" is not a segment that is known; did you mean cost?",
	      "<home>/agent/config.yml:11: statusLine.rightSegments: the segment usage shows nothing yet",
	      "<home>/agent/config.yml:19: enabledModels: no model fits "zzz/unknown"",
	      "<home>/agent/config.yml:20: disabledProviders: "opnai" is not a provider that is known; did you mean openai?",
	      "<home>/agent/config.yml:21: modelProviderOrder: "nonsense" is not a provider that is known",
	      "<home>/agent/config.yml:13: providers.webSearchOrder: "ecosia" is not a search provider that is known",
	      "<home>/agent/config.yml:14: providers.webSearchExclude: "mojeek" is not a search provider that is known",
	      "<home>/agent/config.yml:16: task.disabledAgents: "nonsense" is not an agent that is known",
	      "<home>/agent/config.yml:24: skills.customDirectories: ~/nowhere is not a folder that is there",
	      "<home>/agent/config.yml:26: modelRoles.default: Model "zzz/unknown" not found. Run "omp models" to see available models; using mine/b",
	      "<home>/agent/config.yml:27: modelRoles.smol: Model "zzz/other" not found. Run "omp models" to see available models.",
	      "<home>/.omp/config.yml:2: enabledModels: no model fits "xyzzy-9"",
	      "<home>/agent/keybindings.yml:3: app.exit must be a key such as ctrl+k, a list of keys, or [] for none",
	      "<home>/agent/keybindings.yml:1: unknown action app.nonsense",
	      "<home>/agent/keybindings.yml:2: there is no key "ctrl+nokey" for app.model.select",
	      "<home>/agent/models.yml:2: providers.cursor.api: must be one of openai-completions, openai-responses, openai-codex-responses, azure-openai-responses, anthropic-messages, bedrock-converse-stream, google-generative-ai, google-gemini-cli, google-vertex, ollama-chat, pi-native, not "cursor-agent" (the provider cursor is left out)",
	      "<home>/agent/models.yml:7: providers.mine.compat.supportsStor: is not known; did you mean supportsStore? (it is left out)",
	      "<home>/agent/models.yml:7: providers.mine.compat.supportsStore: must be true or false (it is left out)",
	      "<home>/agent/models.yml:8: providers.mine.models[0].contextWindw: is not known; did you mean contextWindow?",
	    ],
	  }
	`);
});

test("doctor: a broken file does not hide what is wrong with the others", async () => {
	const { problems } = await examine({
		env: { PATH: path, ANTHROPIC_API_KEY: "sk-ant-secret" },
		files: {
			"agent/keybindings.yml": "a: [\n",
			"agent/models.yml": "providers: [\n",
			"agent/config.yml": "nonsense: 1\n",
		},
	});
	expect(problems).toMatchInlineSnapshot(`
	  [
	    "<home>/agent/config.yml:1: nonsense: unknown setting",
	    "<home>/agent/keybindings.yml:2:1: Flow sequence in block collection must be sufficiently indented and end with a ]; the usual keys are used",
	    "<home>/agent/models.yml:2:1: Flow sequence in block collection must be sufficiently indented and end with a ] (the file is ignored)",
	  ]
	`);
});

test("config set: says when a setting has no effect", async () => {
	const { stdout, stderr, code } = await runCommandIn(config, ["set", "speech.enabled", "true"]);
	expect({ stdout, stderr, code }).toEqual({
		stdout: "✔ Set speech.enabled = true\n",
		stderr: "speech.enabled has no effect yet (speech).\n",
		code: 0,
	});
});

test("doctor: says whether secrets are hidden, and names entries that are not used by file and number", async () => {
	const entries = "- { type: plain, content: kurz-p1 }\n- { type: glob, content: hunter-2-correct }\n";
	const examineSecrets = async (settings: string) => {
		const { stdout, dir } = await runCommandIn(doctor, ["--json"], {
			env: { PATH: path, ANTHROPIC_API_KEY: "sk-ant-secret" },
			files: { "agent/config.yml": settings, "agent/secrets.yml": entries, ".omp/secrets.yml": entries },
		});
		expect(stdout).not.toMatch(/kurz|hunter/);
		const { secrets, problems } = JSON.parse(stdout.replaceAll(dir, "<home>"));
		return { secrets, problems };
	};
	const problems = ["agent", ".omp"].flatMap((folder) => [
		`<home>/${folder}/secrets.yml: entry 1 is not used: it is shorter than 8 characters, which only mode: replace can hide`,
		`<home>/${folder}/secrets.yml: entry 2 is not used: type must be "plain" or "regex"`,
	]);
	expect(await examineSecrets("secrets: { enabled: true }\n")).toEqual({ secrets: "on", problems });
	expect(await examineSecrets("")).toEqual({ secrets: "off", problems });
});
