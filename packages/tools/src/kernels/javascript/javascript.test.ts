import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { evalIn } from "../../eval/testing/eval-in.ts";

verifies("tools-exec:eval:js-cells", async () => {
	await using project = await workspace({
		"lib.ts": 'import { part } from "./part.ts";\nexport const value: number = part + 1;\nexport default "main";',
		"part.ts": "export const part = 1;",
	});
	await using cells = evalIn(project);
	await cells.js("const a = 1; let b = 2; var c = 3; class D { e = 4 } function f() { return 5 }");
	expect(await cells.js("[a, b, c, new D().e, f()].join()")).toBe("1,2,3,4,5");
	expect(await cells.js("const a = 'again'; a")).toBe("again");
	expect(await cells.js("await new Promise((done) => setTimeout(done, 5, 'waited'))")).toBe("waited");
	expect(await cells.js("if (a) return { b };\n'not reached'")).toBe("{\n  b: 2,\n}");
	expect(
		await cells.js(
			"import main, { value } from './lib.ts';\nimport * as path from 'node:path';\n[main, value, path.sep].join(' ')",
		),
	).toBe("main 2 /");
	await project.write("part.ts", "export const part = 10;");
	expect(await cells.js("import { value } from './lib.ts'; value")).toBe("11");
	expect(await cells.js("(await import('./lib.ts')).value")).toBe("11");
	expect(await cells.js("const typed: number = 1; typed satisfies number")).toBe("1");
	expect(
		await cells.js(
			"[typeof Bun, typeof Buffer, typeof fetch, typeof process, typeof require, typeof fs.readFileSync].join()",
		),
	).toBe("object,function,function,object,function,function");
	expect(await cells.js("undefined")).toBe("(no output)");
});

verifies(
	"tools-exec:eval:js-timeout",
	async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		await cells.js("const kept = 1");
		const { content, details } = await cells.run({
			language: "js",
			code: "console.log('begun'); while (true) {}",
			timeout: 1,
		});
		expect(content).toBe(
			"begun\n\nCommand timed out after 1 seconds. The JS worker was force-killed and its VM state was reset; variables from earlier cells are gone.",
		);
		expect(details?.isError).toBe(true);
		expect(await cells.js("typeof kept")).toBe("undefined");
	},
	20_000,
);

describe("javascript", () => {
	test("everything that prints is caught in its order", async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		const code =
			"console.log('log', { a: 1 }); console.error('error'); process.stdout.write('write\\n'); print('print')";
		expect(await cells.js(code)).toBe("log { a: 1 }\nerror\nwrite\nprint");
		expect(await cells.js("await Bun.$`echo from a child`")).toContain("from a child");
	});

	test("mistakes say where they are", async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		expect(await cells.js("const x = ;")).toBe(
			"SyntaxError: Unexpected ; (line 1, column 11)\n    const x = ;\n\nCommand exited with code 1",
		);
		expect(await cells.js("throw new Error('outer', { cause: new TypeError('inner') })")).toMatch(
			/^Error: outer\n[\s\S]*\nCause: TypeError: inner/,
		);
		expect(await cells.js("throw 'text'")).toBe('Uncaught "text"\n\nCommand exited with code 1');
		expect(await cells.js("import x from './nowhere.ts'")).toContain("Cannot find module './nowhere.ts'");
	});

	test("a mistake is told in words of the cell", async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		expect(await cells.js("for await (const a of [1]) a;\nreturn 1")).toContain("Top-level return cannot be used");
	});

	test("a cell that ends the process says so", async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		expect(await cells.js("process.exit(4)")).toBe(
			"[the JS worker ended with code 4 while the cell ran; it will be recreated on the next call, without the variables of earlier cells.]",
		);
		expect(await cells.js("1")).toBe("1");
	});

	test("a rejection that nobody waits for does not end it", async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		await cells.js(
			"const kept = 1; setTimeout(() => { throw new Error('late') }, 1); void Promise.reject(new Error('lost'))",
		);
		expect(await cells.js("await Bun.sleep(20); kept")).toContain("1");
	});
});

const hijacking = '{"compilerOptions":{"paths":{"*":["./pre.ts"]}}}';

test.each([
	["tsconfig.json", { "tsconfig.json": hijacking }],
	["jsconfig.json", { "jsconfig.json": hijacking }],
	["a tsconfig.json that extends another", { "tsconfig.json": '{"extends":"./base.json"}', "base.json": hijacking }],
])("a cell does not run a file that %s names", async (_name, files) => {
	await using project = await workspace({ ...files, "pre.ts": 'await Bun.write("ran", "");\n' });
	await using cells = evalIn(project);
	expect(await cells.js("1 + 1")).toBe("2");
	expect(await Bun.file(project.file("ran")).exists()).toBe(false);
});
