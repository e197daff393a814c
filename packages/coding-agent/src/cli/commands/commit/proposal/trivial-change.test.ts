import { expect, test } from "bun:test";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { proposedChanges } from "../changes/repository-changes.ts";
import { trivialMessage } from "./trivial-change.ts";

const rules = { style: "conventional", paths: [], knownText: "" } as const;

const hole = (code: string) => `\${ ${code} }`;

async function message(project: Workspace, path: string, before: string, after: string) {
	await project.write(path, before);
	await project.git("add", "-A");
	await project.git("commit", "-q", "--allow-empty", "-m", "before");
	await project.write(path, after);
	return trivialMessage(await proposedChanges(project.path, process.env, { all: false, paths: [] }), rules);
}

test("indentation, trailing white space, blank lines and spaces between tokens are white space", async () => {
	await using project = await workspace({}, { git: true });
	for (const [path, before, after] of [
		["a.ts", "if (x) {\ny = 1;\n}\n", "if (x) {\n\ty = 1;\n}\n"],
		["b.ts", "const x = {a: 1,b};\n", "const  x = { a: 1, b };  \n"],
		["c.go", "a := 1\n\n\n\nb := 2\n", "a := 1\n\nb := 2\n"],
		["d.css", "a {\n  color: red\n}\n", "a {\n\tcolor: red\n}\n"],
		["e.ts", `x = \`a ${hole("f( `b` )")} c\`; // it's\n`, `x = \`a ${hole("f( `b` )")} c\`;  // it's\n`],
		["f.tsx", "<p>\na {b}\n</p>\n", "<p>\n\ta {b}\n</p>\n"],
		["g.json", '{"a":1}\n', '{ "a": 1 }\n'],
	] as const)
		expect([path, await message(project, path, before, after)]).toEqual([path, `style: reformat ${path}`]);
});

test("white space that means something is not white space only", async () => {
	await using project = await workspace({}, { git: true });
	for (const [path, before, after] of [
		["a.ts", 'const x = " ";\n', 'const x = "";\n'],
		["b.ts", "return x;\n", "returnx;\n"],
		["c.ts", "a = b + +c;\n", "a = b ++c;\n"],
		["d.ts", "return x;\n", "return\nx;\n"],
		["e.ts", "x = `\n\ta\n\tb\n\tc\n\td\n\te\n`;\n", "x = `\n\ta\n\tb\n\tc\n\td\n  e\n`;\n"],
		["f.ts", "// one\ntwo();\n", "// one two();\n"],
		["g.ts", "x = /a  b/;\n", "x = /a b/;\n"],
		["h.tsx", "<p>{a} {b}</p>\n", "<p>{a}{b}</p>\n"],
		["i.sh", "echo a  b\n", "echo a b\n"],
		["j.rs", 'let x = "a\n  b";\n', 'let x = "a\n b";\n'],
		["k.java", 'x = """\n  a\n  """;\n', 'x = """\n   a\n  """;\n'],
		["l.cs", 'x = @"a\n  b";\n', 'x = @"a\n b";\n'],
		["m.py", "if x:\n  y\n  z\n", "if x:\n  y\nz\n"],
		["n.ts", `x = \`${hole("`a  b`")}\`;\n`, `x = \`${hole("`a b`")}\`;\n`],
		["o.ts", "x = '\\'  ';\n", "x = '\\' ';\n"],
		["p.c", "#define A (x)\n", "#define A(x)\n"],
		["q.css", ".a .b{}\n", ".a.b{}\n"],
	] as const)
		expect([path, await message(project, path, before, after)]).toEqual([path, undefined]);
});
