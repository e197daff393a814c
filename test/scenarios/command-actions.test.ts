import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcClient } from "@oh-my-pi/pi-testkit/servers/rpc-host";

const messages = (omp: OmpProject, index: number) => JSON.stringify(omp.model.requests[index]?.messages);
const bash = (command: string) => toolCall("bash", { i: "Running", command });
const git = { ".git/HEAD": "ref: refs/heads/main\n" };

describe("commands that run programs", () => {
	const status = { ".claude/commands/state.md": "State: !`echo it is $1; touch ran`\nAlso !`echo lost >&2; exit 3`" };

	test("of the user's: the output is in the prompt, with arguments and the exit code", async () => {
		await using omp = await ompProject({ replies: [text("ok")] });
		await omp.home.write(".claude/commands/state.md", status[".claude/commands/state.md"]);
		await omp.run(["-p", "/state fine"]);
		expect(messages(omp, 0)).toContain("State: it is fine\\nAlso lost\\n(exit code 3: echo lost >&2; exit 3)");
		expect(existsSync(`${omp.path}/ran`)).toBe(true);
	});

	test("of a project: not run and said before it is trusted, run afterwards, not run after one byte changed", async () => {
		await using omp = await ompProject({ replies: [text("a"), text("b"), text("c")], files: { ...git, ...status } });
		const first = await omp.run(["-p", "/state fine"]);
		expect(messages(omp, 0)).toContain("(not run, this project is not trusted: echo it is fine; touch ran)");
		expect(first.stderr).toContain("Programs and permissions of this project's command /state are left out.");
		expect(existsSync(`${omp.path}/ran`)).toBe(false);
		await omp.run(["trust", "allow"]);
		await omp.run(["-p", "/state fine"]);
		expect(messages(omp, 1)).toContain("State: it is fine");
		await omp.files.write(".claude/commands/state.md", `${status[".claude/commands/state.md"]} `);
		await omp.run(["-p", "/state fine"]);
		expect(messages(omp, 2)).toContain("not run, this project is not trusted");
		const changed = await omp.run(["--trust-required", "-p", "hi"]);
		expect(changed.stderr).toContain("changed since you trusted it");
	});

	test("a mentioned file is attached, one outside the project only if the command is trusted", async () => {
		await using omp = await ompProject({
			replies: [text("a"), text("b")],
			files: { ...git, "a.txt": "alpha", ".omp/commands/look.md": "See @a.txt and @~$9/secret.txt" },
		});
		await omp.home.write("secret.txt", "top secret");
		await omp.run(["-p", "/look"]);
		expect(messages(omp, 0)).toContain("alpha");
		expect(messages(omp, 0)).not.toContain("top secret");
		await omp.run(["--trust", "-p", "/look"]);
		expect(messages(omp, 1)).toContain("top secret");
	});
});

describe("what a project's command that is not trusted can hide", () => {
	test.each([
		"{{#if args}}X{{else}}@~/secret.txt{{/if}}",
		"X{{else}}@{{args}}~/secret.txt {{#if args}}{{/if}}",
		"@`x`~/secret.txt",
		"`x`@~/secret.txt",
		"X$1@~/secret.txt",
		'@"~/secret.txt"',
	])("%s does not give the model a file of the user's", async (body) => {
		await using omp = await ompProject({
			replies: [text("a"), text("b")],
			files: { ...git, ".omp/commands/look.md": body },
		});
		await omp.home.write("secret.txt", "top secret");
		await omp.run(["-p", "/look"]);
		await omp.run(["-p", "/look 'a '"]);
		expect(omp.model.requests).toHaveLength(2);
		expect(messages(omp, 0)).not.toContain("top secret");
		expect(messages(omp, 1)).not.toContain("top secret");
	});

	test("what the user mentions behind it is attached", async () => {
		await using omp = await ompProject({ replies: [text("a")], files: { ...git, ".omp/commands/look.md": "At @ $1" } });
		await omp.home.write("mine.txt", "my own notes");
		await omp.run(["-p", "/look @~/mine.txt"]);
		expect(messages(omp, 0)).toContain("my own notes");
	});
});

describe("arguments of commands that run programs", () => {
	test.each([
		["a; touch ran", "[a; touch ran]"],
		["$(touch ran) `touch ran`", "[$(touch ran) `touch ran`]"],
		["it's \"&& touch ran", `[its "&& touch ran]`],
		["' touch ran '", "[ touch ran ]"],
	])("%s stays an argument, in quotes and without them", async (given, expected) => {
		await using omp = await ompProject({ replies: [text("a")] });
		const body =
			"!`echo [$ARGUMENTS]`\n!`echo \"[$ARGUMENTS]\"`\n!`echo '['\"$@\"']'`\n!`echo '[$ARGUMENTS]'`\n!`echo \"$(echo [{{args}}])\"`";
		await omp.home.write(".claude/commands/say.md", body);
		await omp.run(["-p", `/say ${given}`]);
		expect(existsSync(`${omp.path}/ran`)).toBe(false);
		const squeezed = messages(omp, 0).replace(/ +(?=\])|(?<=\[) +/g, "");
		expect(squeezed.split(JSON.stringify(expected.replace(/ +(?=\])|(?<=\[) +/g, "")).slice(1, -1))).toHaveLength(6);
	});

	test("a command among them is text", async () => {
		await using omp = await ompProject({ replies: [text("a")] });
		await omp.home.write(".claude/commands/say.md", "!`echo it runs`: $ARGUMENTS");
		await omp.run(["-p", "/say see !`touch ran` there"]);
		expect(messages(omp, 0)).toContain("it runs: see !`touch ran` there");
		expect(existsSync(`${omp.path}/ran`)).toBe(false);
	});
});

describe("allowed-tools and model of a command", () => {
	const content = "---\nallowed-tools: Bash(touch a:*), Read\nmodel: a-2\n---\nGo on";
	const replies = [
		bash("touch a b"),
		bash("touch c"),
		bash("touch a && touch d"),
		text("done"),
		bash("touch a e"),
		text("ok"),
	];

	test("count for its turn and not for the next", async () => {
		await using omp = await ompProject({ replies });
		await omp.home.write(".omp/agent/commands/go.md", content);
		await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: always-ask }\n");
		await using client = await rpcClient(omp, { args: ["--model", "acme/a-1"] });
		await client.promptAndWait("/go");
		await client.promptAndWait("more");
		expect(omp.model.requests.map(({ model }) => model)).toEqual(["a-2", "a-2", "a-2", "a-2", "a-1", "a-1"]);
		const ran = ["b", "c", "d", "e"].filter((name) => existsSync(`${omp.path}/${name}`));
		expect(ran).toEqual(["b"]);
	});

	test("a model that is not there is named, and the user's is used", async () => {
		await using omp = await ompProject({ replies: [text("ok")] });
		await omp.home.write(".claude/commands/go.md", "---\nmodel: nobody-has-this-one\n---\nGo");
		const { stderr } = await omp.run(["--model", "acme/a-1", "-p", "/go"]);
		expect(stderr).toContain("/go wants the model nobody-has-this-one, which is not there");
		expect(omp.model.requests[0]?.model).toBe("a-1");
	});

	test("permissions of a project's command count once it is trusted", async () => {
		const files = { ...git, ".claude/commands/go.md": content };
		await using omp = await ompProject({
			replies: [bash("touch a b"), text("ok"), bash("touch a b"), text("ok")],
			files,
		});
		await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: always-ask }\n");
		await omp.run(["-p", "/go"]);
		expect(existsSync(`${omp.path}/b`)).toBe(false);
		await omp.run(["trust", "allow"]);
		await omp.run(["-p", "/go"]);
		expect(existsSync(`${omp.path}/b`)).toBe(true);
	});
});
