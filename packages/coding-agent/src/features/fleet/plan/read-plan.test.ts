import { expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { UsageError } from "../../../process/usage-error.ts";
import { planJson, planText } from "./plan-text.ts";
import { PlanError } from "./problems.ts";
import { readPlan } from "./read-plan.ts";

const home = "/home/ada";
const plan = (project: Workspace, file: string) => readPlan(file, { cwd: project.path, home });

async function problemsOf(files: Record<string, string>, file = "batch.yml"): Promise<string> {
	await using project = await workspace(files);
	return await plan(project, file).then(
		() => "none",
		(error: Error) => error.message,
	);
}

test("readPlan: defaults, limits and tasks of a YAML file", async () => {
	await using project = await workspace({
		"batch.yml": `
name: bump
limits: { usd: 50, usdPerDay: 100, perMinute: { acme: { requests: 60, tokens: 400000 }, "*": { requests: 600 } } }
defaults:
  model: acme/a-1
  limits: { usd: 1.5, turns: 20 }
  check: { command: npm test, timeout: 10m, restore: ["test/**"] }
  questions: fail
tasks:
  - prompt: Go
    repository: https://git.example/acme/api.git
    ref: v1
    deliver: branch
    priority: 5
  - name: second
    prompt: { file: prompt.md }
    context: Be brief.
    repository: ./web
    limits: { minutes: 30 }
    files: [notes, { from: prompt.md, to: docs/p.md }]
    deliver: { json: schema.json }
    checkRounds: 0
  - prompt: Three
    repository: git@git.example:acme/core.git
    check: "true"
    deliver: { pull-request: { branch: three, base: main, draft: true } }
`,
		"prompt.md": "From a file {{kept}}",
		"schema.json": '{"type":"object"}',
		"notes/a.txt": "a",
		"notes/deep/b.txt": "b",
	});
	const { tasks, ...batch } = await plan(project, "batch.yml");
	expect(batch).toEqual({
		name: "bump",
		file: "batch.yml",
		limits: { usd: 50, usdPerDay: 100, perMinute: { acme: { requests: 60, tokens: 400000 }, "*": { requests: 600 } } },
		outside: [],
		missing: [project.file("web")],
	});
	const npmTest = { command: "npm test", timeoutSeconds: 600, restore: ["test/**"] };
	expect(tasks).toEqual([
		{
			name: "api#1",
			priority: 5,
			files: [],
			spec: {
				prompt: "Go",
				repository: "https://git.example/acme/api.git",
				ref: "v1",
				model: "acme/a-1",
				limits: { usd: 1.5, turns: 20 },
				check: npmTest,
				deliver: { kind: "branch" },
				questions: "fail",
				checkRounds: 3,
			},
		},
		{
			name: "second",
			priority: 0,
			files: [
				{ from: project.file("notes/a.txt"), to: "notes/a.txt" },
				{ from: project.file("notes/deep/b.txt"), to: "notes/deep/b.txt" },
				{ from: project.file("prompt.md"), to: "docs/p.md" },
			],
			spec: {
				prompt: "From a file {{kept}}",
				context: "Be brief.",
				repository: project.file("web"),
				model: "acme/a-1",
				limits: { usd: 1.5, turns: 20, minutes: 30 },
				check: npmTest,
				deliver: { kind: "json", schema: { type: "object" } },
				questions: "fail",
				checkRounds: 0,
			},
		},
		{
			name: "core#3",
			priority: 0,
			files: [],
			spec: {
				prompt: "Three",
				repository: "git@git.example:acme/core.git",
				model: "acme/a-1",
				limits: { usd: 1.5, turns: 20 },
				check: { command: "true", timeoutSeconds: 600, restore: [] },
				deliver: { kind: "pull-request", branch: "three", base: "main", draft: true },
				questions: "fail",
				checkRounds: 3,
			},
		},
	]);
});

test("readPlan: a template with rows from CSV, JSONL, YAML and the file itself", async () => {
	const template = `template:
  name: "{{name}}"
  prompt: "Rename {{old}} to {{new}}, not \\\\{{old}}. {{note?}}"
  repository: "{{url}}"
  check: "grep {{new}} ."
`;
	const rows = [
		{ name: "a", old: "x", new: "it's; rm -rf ~", url: "https://git.example/a", note: "" },
		{ name: "b", old: "1", new: "2", url: "https://git.example/b", note: "two\nlines" },
	];
	const expected = [
		["a", "Rename x to it's; rm -rf ~, not {{old}}. ", "grep 'it'\\''s; rm -rf ~' .", "https://git.example/a"],
		["b", "Rename 1 to 2, not {{old}}. two\nlines", "grep '2' .", "https://git.example/b"],
	];
	await using project = await workspace({
		"csv.yml": `${template}rows: rows.csv\n`,
		"rows.csv":
			'name,old,new,url,note\na,x,it\'s; rm -rf ~,https://git.example/a,\nb,1,2,https://git.example/b,"two\nlines"\n',
		"jsonl.yml": `${template}rows: rows.jsonl\n`,
		"rows.jsonl": rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
		"yaml.yml": `${template}rows: rows.yaml\n`,
		"rows.yaml": Bun.YAML.stringify(rows),
		"inline.json": JSON.stringify({ ...(Bun.YAML.parse(template) as object), rows }),
	});
	for (const file of ["csv.yml", "jsonl.yml", "yaml.yml", "inline.json"]) {
		const { tasks } = await plan(project, file);
		expect(tasks.map(({ name, spec }) => [name, spec.prompt, spec.check?.command, spec.repository])).toEqual(expected);
	}
});

test("readPlan: JSON lines are tasks, with what belongs to all of them in a first line", async () => {
	await using project = await workspace({
		"batch.jsonl":
			'{"batch":{"name":"lines","limits":{"usd":3}}}\n\n{"prompt":"a","repository":"/r"}\n{"prompt":"b","repository":"/r"}\n',
		"bare.json": '[{"prompt":"a","repository":"~/r"}]',
	});
	const { name, limits, tasks } = await plan(project, "batch.jsonl");
	expect([name, limits, tasks.map((task) => task.name)]).toEqual(["lines", { usd: 3 }, ["r#1", "r#2"]]);
	const bare = await plan(project, "bare.json");
	expect([bare.name, bare.tasks[0]?.spec.repository]).toEqual(["bare", "/home/ada/r"]);
});

test("readPlan: what is unknown or of another type is named with file, line and a suggestion", async () => {
	expect(
		await problemsOf({
			"batch.yml": `name: x
defaults:
  modle: a
limits:
  usd: free
tasks:
  - promt: a
    repository: /r
  - prompt: b
    repository: /r
    deliver: brnch
    limits: { turns: 0.5, usd: 0 }
    check: { comand: x }
  - just text
`,
		}),
	).toBe(
		[
			'batch.yml:3: unknown key "modle". Did you mean "model"?',
			"batch.yml:5: limits.usd must be a number, not text",
			'batch.yml:7: unknown key "promt". Did you mean "prompt"?',
			"batch.yml:12: tasks[1].limits.turns must be a whole number",
			"batch.yml:12: tasks[1].limits.usd must be more than 0",
			'batch.yml:13: unknown key "comand". Did you mean "command"?',
			'batch.yml:13: a check needs a "command"',
			'batch.yml:11: tasks[1].deliver must be patch, branch, pull-request, or a mapping with one of branch, commit, pull-request, json. Did you mean "branch"?',
			"batch.yml:14: must be a mapping, not text",
		].join("\n"),
	);
	expect(await problemsOf({ "batch.yml": "tasks: []\n" })).toBe("batch.yml: there is no task in it");
	expect(await problemsOf({ "batch.yml": "name: x\n" })).toBe(
		'batch.yml: there are no "tasks", and no "template" with "rows"',
	);
	expect(await problemsOf({ "batch.yml": "tasks: [\n" })).toMatch(/^batch\.yml:\d+:\d+: /);
	expect(
		await problemsOf({ "batch.jsonl": '{"prompt":"a","repository":"/r"}\n{"prompt":\n' }, "batch.jsonl"),
	).toStartWith("batch.jsonl:2:");
	expect(
		await problemsOf({ "batch.jsonl": '{"prompt":"a"}\n\n{"promp":"a","repository":"/r"}\n' }, "batch.jsonl"),
	).toBe('batch.jsonl:3: unknown key "promp". Did you mean "prompt"?');
	expect(await problemsOf({}, "none.yml")).toBe("none.yml does not exist");
	expect(await problemsOf({ "x.txt": "" }, "x.txt")).toBe("x.txt must end in .yml, .yaml, .json or .jsonl");
});

test("readPlan: what a task cannot be done with is named", async () => {
	const task = (fields: string) => problemsOf({ "batch.yml": `tasks:\n  - prompt: a\n    ${fields}\n` });
	expect(await task("ref: main")).toBe("batch.yml:2: a task needs a repository: a folder, or a URL for git");
	expect(await task("repository: https://ada:secret@git.example/a")).toBe(
		"batch.yml:3: an address with a password is not put into a queue. Workers use their own credentials, by ssh or git's helpers",
	);
	expect(await task("repository: ext::sh -c id")).toBe("none");
	expect(await task("repository: ext://x")).toBe(
		"batch.yml:3: git is not asked for ext:// addresses; use https, ssh, git or file",
	);
	expect(await task("repository: /r\n    ref: --upload-pack=x")).toBe(
		'batch.yml:4: "--upload-pack=x" is no name of a branch, tag or commit',
	);
	expect(
		await task(
			"repository: /r\n    files: [{ from: batch.yml, to: ../x }, { from: batch.yml, to: a/.git/config }, /etc/passwd]",
		),
	).toBe(
		[
			'batch.yml:4: "../x" leaves the workspace; say where it goes with "to"',
			'batch.yml:4: "a/.git/config" is in the folder of git',
			'batch.yml:4: "/etc/passwd" must be a path inside of the workspace',
		].join("\n"),
	);
	expect(await task("repository: /r\n    files: [nothing]")).toBe("r#1 brings nothing, which is no file and no folder");
	expect(
		await problemsOf({
			"batch.yml": "defaults: { repository: /r, prompt: x, deliver: { branch: same } }\ntasks: [{}, {}]\n",
		}),
	).toBe("batch.yml: r#1 and r#2 both deliver the branch same of /r");
});

test("readPlan: a missing or unknown variable is an error with row and column", async () => {
	const rows = (template: string, csv: string) =>
		problemsOf({
			"batch.yml": `template:\n  repository: "{{url}}"\n  prompt: "${template}"\nrows: r.csv\n`,
			"r.csv": csv,
		});
	expect(await rows("{{pakage}}", "url,package\n/a,b\n")).toBe(
		'batch.yml:3: {{pakage}} is in no row of r.csv, which has the columns url, package. Did you mean "package"?',
	);
	expect(await rows("{{note}}", 'url,note\n/a,x\n/b,\n"/c\n",y\n/d\n')).toBe(
		[
			'r.csv: row 2 (line 3), column "note": no value, and prompt needs one (write {{note?}} if it may be empty)',
			'r.csv: row 4 (line 6), column "note": no value, and prompt needs one (write {{note?}} if it may be empty)',
		].join("\n"),
	);
	expect(await rows("x", "url,note\n/a,b,c\n")).toBe("r.csv: row 1 (line 2): 3 fields, but the header has 2 columns");
	expect(await rows("x", "url,url\n")).toBe('r.csv:1: column 2: the name "url" is there twice');
	expect(await rows("x", "")).toBe("r.csv is empty; its first line names the columns");
	expect(await rows("x {{", "url\n/a\n")).toBe('batch.yml:3: "{{" without "}}"; write \\{{ for two braces');
	expect(
		await problemsOf({
			"batch.yml": 'template: { prompt: x, repository: "{{url}}" }\nrows: r.jsonl\n',
			"r.jsonl": '{"url":"/a"}\n{"ulr":"/b"}\n',
		}),
	).toBe(
		'r.jsonl: row 2 (line 2), column "url": no value, and repository needs one (write {{url?}} if it may be empty)',
	);
	expect(
		await problemsOf({ "batch.yml": 'template: { prompt: x, repository: "{{url}}" }\nrows: [{ url: { a: 1 } }]\n' }),
	).toBe('batch.yml:2: row 1, column "url": must be text, a number or true or false, not a mapping');
});

test("readPlan: 100,000 rows", async () => {
	const lines = Array.from({ length: 100_000 }, (_, index) => `/r/${index},"p ""${index}""\nsecond"\n`);
	await using project = await workspace({
		"batch.yml": 'template: { prompt: "Do {{what}}", repository: "{{url}}" }\nrows: rows.csv\n',
		"rows.csv": `url,what\n${lines.join("")}`,
	});
	const { tasks } = await plan(project, "batch.yml");
	expect([tasks.length, tasks.at(-1)?.name, tasks.at(-1)?.spec.prompt]).toEqual([
		100_000,
		"99999#100000",
		'Do p "99999"\nsecond',
	]);
}, 60_000);

test("planText: what would run and what it may cost at most", async () => {
	await using project = await workspace({
		"batch.yml":
			'template: { prompt: "Do {{n}}", repository: "https://git.example/{{n}}", limits: { usd: 2 } }\nlimits: { usd: 5 }\nrows: [{n: a},{n: b},{n: c},{n: d},{n: e},{n: f},{n: g}]\n',
		"free.yml":
			"tasks: [{ prompt: x, repository: /r, limits: { usd: 1 } }, { prompt: y, repository: /s, model: m, check: make }]\n",
	});
	expect(planText(await plan(project, "batch.yml"))).toMatchInlineSnapshot(`
	  "batch: 7 tasks
	    Repositories  7
	    Models        the worker's default
	    Deliver       patch
	    Check         none
	    Limits        $2.00 a task, $5.00 for the batch
	    Cost          at most $5.00, the cap of the batch (7 tasks with caps of $14.00 together)

	    a#1  https://git.example/a  Do a
	    b#2  https://git.example/b  Do b
	    c#3  https://git.example/c  Do c
	    d#4  https://git.example/d  Do d
	    e#5  https://git.example/e  Do e
	    and 2 more
	  "
	`);
	const free = await plan(project, "free.yml");
	expect(planText(free)).toMatchInlineSnapshot(`
	  "free: 2 tasks
	    Repositories  2 (2 folders, which must be there on the worker)
	    Models        the worker's default (1), m (1)
	    Deliver       patch
	    Check         none (1), make (1)
	    Limits        $1.00 a task
	    Cost          NO CAP: 1 of 2 tasks have none, and the batch has none. Set limits.usd

	    r#1  /r  x
	    s#2  /s  y
	  "
	`);
	expect(planJson(free)).toMatchObject({ count: 2, cost: { maxUsd: null, tasksUsd: null, tasksWithoutCap: 1 } });
});

const refusedNames = [".ssh/id_rsa", ".env", "keys/server.pem", ".netrc", "credentials.json"];

test.each(refusedNames)(
	"readPlan: %s goes to no task, by its name, in a folder, through a link or as a text",
	async (secret) => {
		const task = (more: object) => JSON.stringify({ tasks: [{ prompt: "Go", repository: ".", ...more }] });
		await using project = await workspace({
			[secret]: "secret\n",
			"plain.txt": "plain\n",
			"file.json": task({ files: [secret] }),
			"folder.json": task({ files: [{ from: ".", to: "all" }] }),
			"link.json": task({ files: ["link.txt"] }),
			"prompt.json": task({ prompt: { file: secret } }),
			"context.json": task({ context: { file: secret } }),
			"rows.json": JSON.stringify({
				template: { prompt: "Go", repository: ".", files: ["{{name}}"] },
				rows: [{ name: secret }],
			}),
			"fine.json": task({ files: ["plain.txt"] }),
		});
		await symlink(project.file(secret), project.file("link.txt"));
		for (const file of ["file", "folder", "link", "prompt", "context", "rows"]) {
			const error = await plan(project, `${file}.json`).catch((reason: Error) => reason);
			expect(error instanceof PlanError ? error.message : error).toContain(
				`${project.file(file === "link" ? "link.txt" : secret)} is a secret by its name.`,
			);
		}
		expect((await plan(project, "fine.json")).outside).toEqual([]);
	},
);

test("readPlan: files from outside of the folder of the task file are listed, and folders that are not there", async () => {
	await using other = await workspace({ "guide.md": "guide", "prompt.md": "Go", "notes/a.md": "a" });
	await using project = await workspace({
		"sub/batch.yml": Bun.YAML.stringify({
			tasks: [
				{
					prompt: { file: other.file("prompt.md") },
					repository: "../nope",
					files: [
						{ from: other.file("notes"), to: "notes" },
						{ from: "../inside.md", to: "up.md" },
						{ from: "link.md", to: "link.md" },
						"own.md",
					],
				},
				{ prompt: "Go", repository: "https://git.example/a.git" },
			],
		}),
		"inside.md": "above the task file",
		"sub/own.md": "own",
	});
	await symlink(other.file("guide.md"), project.file("sub/link.md"));
	const read = await plan(project, "sub/batch.yml");
	const outside = [
		other.file("prompt.md"),
		other.file("notes/a.md"),
		project.file("inside.md"),
		project.file("sub/link.md"),
	];
	expect([read.outside, read.missing]).toEqual([outside, [project.file("nope")]]);
	const text = planText(read);
	for (const path of outside) expect(text).toContain(`${path}\n`);
	expect(text).toMatch(/From outside +\S+\/prompt\.md\n/);
	expect(planJson(read)).toMatchObject({ outside, missing: [project.file("nope")] });
});

test.each(["refs/heads/main", "+main", "HEAD", "refs/tags/v1"])(
	"readPlan: %s is no branch to deliver to",
	async (branch) => {
		for (const deliver of [{ branch }, { commit: branch }, { "pull-request": { base: branch } }]) {
			const message = await problemsOf({
				"batch.yml": Bun.YAML.stringify({ tasks: [{ prompt: "Go", repository: ".", deliver }] }),
			});
			expect(message).toContain(
				`"${branch}" is no name of a branch${branch === "refs/heads/main" ? ": write main" : ""}`,
			);
		}
	},
);

test("readPlan: a template whose check would run a value is refused, with the place", async () => {
	const files = (check: string) => ({
		"batch.yml": Bun.YAML.stringify({ template: { prompt: "Go", repository: ".", check }, rows: [{ name: "-v" }] }),
	});
	await using project = await workspace(files('grep -q "{{name}}" f'));
	const error = await plan(project, "batch.yml").catch((reason: Error) => reason);
	expect([error instanceof UsageError, String(error)]).toEqual([
		true,
		expect.stringContaining('{{name}} stands where a value of the table could run: "grep -q \\"{{name}}\\" f"'),
	]);
	expect(await problemsOf(files("grep -q {{name}} f"))).toContain(
		'column "name": "-v" would be an option of grep in check. Put -- before {{name}}',
	);
	expect(await problemsOf(files("grep -q -- {{name}} f"))).toBe("none");
});
