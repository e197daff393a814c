import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const files = {
	".git/HEAD": "",
	".gitignore": "dist/\n",
	".omp/rules/no-lodash.md": "---\ncondition: lodash\n---\nUse plain JavaScript.",
	".omp/rules/no-log.md": "---\nastCondition: console.log($$$)\nglobs: '*.ts'\n---\nUse the logger.",
	".omp/rules/listed.md": "---\ndescription: d\n---\nNo condition.",
	"own.md": "---\ncondition: (?i)forbidden\nscope: thinking\n---\nNo.",
	"src/a.ts": "function f() {\n\tconsole.log(1);\n}\n",
	"src/b.ts": "// console.log(1)\n",
	"src/c.js": 'import x from "lodash";\n',
	"dist/d.ts": "console.log(2);\n",
};

describe("omp ttsr", () => {
	verifies(
		"rules-skills-commands:ttsr:cli",
		async () => {
			await using omp = await ompProject({ files });
			await omp.home.write(".omp/agent/config.yml", "ttsr:\n  builtinRules: false\n");
			const run = async (args: string[], stdin?: string) => {
				const { stdout, stderr, exitCode } = await omp.run(["ttsr", ...args], stdin === undefined ? {} : { stdin });
				expect(stderr).toBe("");
				return [stdout.replaceAll(omp.files.path, "<project>"), exitCode];
			};
			expect(await run(["list"])).toEqual([
				[
					"no-lodash  [text, tool]  lodash  <project>/.omp/rules/no-lodash.md",
					"no-log  [text, tool]  ast: console.log($$$)  <project>/.omp/rules/no-log.md",
					"",
				].join("\n"),
				0,
			]);
			expect(await run(["test", "all is fine"])).toEqual(["No rule triggers.\n", 0]);
			expect(await run(["test", "I use lodash", "-v"])).toEqual([
				"triggered  no-lodash  /lodash/\n-          no-log\n",
				1,
			]);
			expect(await run(["test", "console.log(1)"])).toEqual(["No rule triggers.\n", 0]);
			expect(await run(["test", "console.log(1)", "--path", "x.ts"])).toEqual([
				"triggered  no-log  console.log($$$)\n",
				1,
			]);
			expect(await run(["test", "--file", "src/a.ts"])).toEqual(["triggered  no-log  console.log($$$)\n", 1]);
			expect(await run(["test", "--file", "-", "--json"], "lodash")).toEqual([
				`${JSON.stringify(
					{
						triggered: [{ name: "no-lodash", path: "<project>/.omp/rules/no-lodash.md", conditions: ["/lodash/"] }],
						notTriggered: ["no-log"],
					},
					undefined,
					2,
				)}\n`,
				1,
			]);
			expect(await run(["test", "FORBIDDEN", "--rule", "own.md"])).toEqual(["No rule triggers.\n", 0]);
			expect(await run(["test", "FORBIDDEN", "-r", "own.md", "--source", "thinking"])).toEqual([
				"triggered  own  /forbidden/i\n",
				1,
			]);
			expect(await run(["scan"])).toEqual([
				"src/a.ts: no-log  console.log($$$)\nsrc/c.js: no-lodash  /lodash/\n2 matches in 4 files\n",
				1,
			]);
			expect((await run(["scan", "--no-gitignore"]))[0]).toContain("dist/d.ts: no-log");
			expect(await run(["scan", "src", "--max-bytes", "10"])).toEqual(["0 matches in 3 files\n", 0]);
			expect((await omp.run(["ttsr", "dance"])).exitCode).toBe(2);
		},
		30_000,
	);
});

describe("built-in rules", () => {
	/** A text that breaks each rule, and one that does not. */
	const samples: Readonly<Record<string, readonly [path: string, bad: string, good: string]>> = {
		"go-add-cleanup": ["a.go", "runtime.SetFinalizer(x, f)", "runtime.AddCleanup(x, f, 1)"],
		"go-bench-loop": ["a_test.go", "for i := 0; i < b.N; i++ {\n f()\n}\n", "for b.Loop() {\n f()\n}\n"],
		"go-exp-promoted": ["a.go", 'import "golang.org/x/exp/slices"', 'import "slices"'],
		"go-ioutil": ["a.go", 'import "io/ioutil"', 'import "io"'],
		"go-join-hostport": ["a.go", 'fmt.Sprintf("%s:%d", h, p)', 'fmt.Sprintf("%s", h)'],
		"go-new-expr": ["a.go", "func ptr(v string) *string { return &v }", "func ptr(v string) string { return v }"],
		"go-rand-v2": ["a.go", 'import "math/rand"', 'import "math/rand/v2"'],
		"go-range-int": ["a.go", "for i := 0; i < n; i++ {\n f(i)\n}\n", "for i := range n {\n f(i)\n}\n"],
		"rs-box-leak": ["a.rs", "let x = Box::leak(b);", "let x = Box::new(b);"],
		"rs-future-prelude": ["a.rs", "use std::future::Future;", "use std::future::poll_fn;"],
		"rs-lazylock": ["a.rs", "use once_cell::sync::Lazy;", "use std::sync::LazyLock;"],
		"rs-match-ergonomics": ["a.rs", "if let Some(ref x) = y {}", "if let Some(x) = &y {}"],
		"ts-bare-catch": ["a.ts", "try {} catch (_e) {}", "try {} catch {}"],
		"ts-import-type": ["a.ts", 'let x: import("y").Z;', 'const x = await import("y");'],
		"ts-no-any": ["a.tsx", "let x = y as any;", "let anything = 1;"],
		"ts-no-inline-cast-access": ["a.mts", "const x = (y as { z: string }).z;", "const x = (y as Named).z;"],
		"ts-no-test-timers": ["a.test.ts", "await Bun.sleep(5);", "await until(() => done);"],
		"ts-promise-with-resolvers": ["a.ts", "new Promise((resolve) => f(resolve))", "Promise.withResolvers()"],
		"ts-redundant-clear-guard": ["a.js", "if (t) clearTimeout(t);", "if (t) clearTimeout(other);"],
	};

	verifies(
		"rules-skills-commands:ttsr:embedded-rules",
		async () => {
			await using omp = await ompProject({
				files: { ".git/HEAD": "" },
				replies: [
					toolCall("write", { i: "Writing", path: "a.ts", content: "export const x = 1 as any;\n" }),
					toolCall("write", { i: "Writing", path: "b.ts", content: "export const y = 1 as any;\n" }),
					text("ok"),
					toolCall("write", { i: "Writing", path: "a.ts", content: "export const x = 1 as any;\n" }),
					text("ok"),
				],
			});
			const listed = JSON.parse((await omp.run(["ttsr", "list", "--json"])).stdout);
			expect(listed.rules.map(({ name }: { name: string }) => name)).toEqual(Object.keys(samples));
			for (const [name, [path, bad, good]] of Object.entries(samples)) {
				const triggered = async (content: string) =>
					JSON.parse((await omp.run(["ttsr", "test", content, "--path", path, "--json"])).stdout).triggered.map(
						(rule: { name: string }) => rule.name,
					);
				expect([name, await triggered(bad)]).toEqual([name, expect.arrayContaining([name])]);
				expect([name, await triggered(good)]).toEqual([name, expect.not.arrayContaining([name])]);
			}
			// The file is written, and the model is told once, with the result.
			await omp.run(["-p", "--yolo", "go"]);
			expect(await omp.files.read("a.ts")).toBe("export const x = 1 as any;\n");
			const messages = (index: number) => JSON.stringify(omp.model.requests[index]?.messages);
			expect(messages(1)).toMatch(/system-reminder reason=.{0,3}rule_violation.{0,3} rule=.{0,3}ts-no-any/);
			expect(messages(2).split("Do not use `any`")).toHaveLength(2);
			// A rule of the same name takes its place, whatever it says.
			await omp.files.write(".omp/rules/ts-no-any.md", "---\ndescription: ours\n---\nAny is fine here.");
			await omp.run(["-p", "--yolo", "go"]);
			expect(messages(4)).not.toContain("Do not use `any`");
		},
		60_000,
	);

	test("are off with ttsr.builtinRules, by name, and with their source", async () => {
		await using omp = await ompProject({ files: { ".git/HEAD": "" } });
		const names = async (config: string) => {
			await omp.home.write(".omp/agent/config.yml", config);
			const { rules } = JSON.parse((await omp.run(["ttsr", "list", "--json"])).stdout);
			return rules.length;
		};
		const all = Object.keys(samples).length;
		expect(await names("ttsr:\n  builtinRules: false\n")).toBe(0);
		expect(await names("ttsr:\n  disabledRules: [ts-no-any]\n")).toBe(all - 1);
		expect(await names('disabledExtensions: ["rule:ts-no-any", "rule:go-ioutil"]\n')).toBe(all - 2);
		expect(await names("disabledProviders: [builtin-defaults]\n")).toBe(0);
	}, 30_000);
});
