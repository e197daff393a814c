// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell code
import { describe, expect, test } from "bun:test";
import { findCommands } from "../commands/find-commands.ts";
import { criticalLines, harmlessLines } from "../critical/critical-lines.data.ts";
import { parseScript } from "./parse.ts";

const wordsIn = (line: string) =>
	findCommands(line, { home: "/home/me", cwd: "/home/me" })
		.commands.filter(({ fields }) => fields.length > 0)
		.map(({ fields }) => fields.map(({ shown }) => shown));

describe("the commands of a line", () => {
	test.each<[string, string[][]]>([
		["", []],
		["   # only a comment", []],
		["a", [["a"]]],
		["a b  c", [["a", "b", "c"]]],
		["a;b", [["a"], ["b"]]],
		["a&&b||c", [["a"], ["b"], ["c"]]],
		["a|b|&c", [["a"], ["b"], ["c"]]],
		["a & b", [["a"], ["b"]]],
		["a\nb\n\nc", [["a"], ["b"], ["c"]]],
		["a \\\n b", [["a", "b"]]],
		["a #b\nc", [["a"], ["c"]]],
		["a b#c", [["a", "b#c"]]],
		["a 'b c' \"d e\"", [["a", "b c", "d e"]]],
		["a b\\ c", [["a", "b c"]]],
		["a 'b'\"c\"d", [["a", "bcd"]]],
		["a ''", [["a", ""]]],
		['a "" b', [["a", "", "b"]]],
		["a 'it'\\''s'", [["a", "it's"]]],
		["a $'x\\ty\\'z'", [["a", "x\ty'z"]]],
		['a "\\$x \\"q\\" \\n"', [["a", '$x "q" \\n']]],
		['a $x ${y} "$z"', [["a", "$x", "${y}", "$z"]]],
		["x=1 a", [["a"]]],
		["x=1 y='2 3' a $x $y", [["a", "1", "2", "3"]]],
		['x="1 2"; a "$x"', [["a", "1 2"]]],
		["a x=1", [["a", "x=1"]]],
		["a > f 2>&1 < g >> h &> i", [["a"]]],
		["> f a b", [["a", "b"]]],
		["a 2>f b", [["a", "b"]]],
		["a >| f", [["a"]]],
		["a <<E\nb\nE\nc", [["a"], ["c"]]],
		["a <<-E\n\tb\n\tE\nc", [["a"], ["c"]]],
		["a <<'E' <<F\n$(x)\nE\n$(y)\nF\nc", [["y"], ["a"], ["c"]]],
		["a <<< b", [["a"]]],
		["(a; b)", [["a"], ["b"]]],
		["{ a; b; }", [["a"], ["b"]]],
		["{a,b}", [["a", "b"]]],
		["a x{1,2}y", [["a", "x1y", "x2y"]]],
		["a {x} {,} {1..3}", [["a", "{x}", "{1..3}"]]],
		["a '{b,c}'", [["a", "{b,c}"]]],
		["if a; then b; else c; fi", [["a"], ["b"], ["c"]]],
		["if a\nthen b\nelif c\nthen d\nfi", [["a"], ["b"], ["c"], ["d"]]],
		["while a; do b; done", [["a"], ["b"]]],
		["until a; do b; done | c", [["a"], ["b"], ["c"]]],
		[
			"for x in 1 2; do a $x; done",
			[
				["a", "1"],
				["a", "2"],
			],
		],
		["for x; do a $x; done", [["a", "$x"]]],
		["for ((i=0; i<3; i++)); do a; done", [["a"]]],
		["for x in 1; { a; }", [["a"]]],
		["select x in 1; do a; done", [["a"]]],
		["case $x in a) b;; (c|d) e;& *) f; esac", [["b"], ["e"], ["f"]]],
		["f() { a; }", [["a"]]],
		["f () ( a )", [["a"]]],
		["function f { a; }", [["a"]]],
		["function f() { a; }; f", [["a"], ["f"]]],
		["[[ -f a && b == c ]] && d", [["d"]]],
		["[ -f a ] && d", [["[", "-f", "a", "]"], ["d"]]],
		["(( i++ )) || a", [["a"]]],
		["( (a) )", [["a"]]],
		["((a); b)", [["a"], ["b"]]],
		["$(a) b", [["a"], ["$(a)", "b"]]],
		[
			"`a b` c",
			[
				["a", "b"],
				["`a b`", "c"],
			],
		],
		["a $(b $(c))", [["c"], ["b", "$(c)"], ["a", "$(b $(c))"]]],
		[
			'a "x $(b "c d") y"',
			[
				["b", "c d"],
				["a", 'x $(b "c d") y'],
			],
		],
		["a $(b # c)\n)", [["b"], ["a", "$(b # c)\n)"]]],
		["a $(wc <<E\nx)y\nE\n) b", [["wc"], ["a", "$(wc <<E\nx)y\nE\n)", "b"]]],
		["a $(cat <<E\nx)y\nE\n) b", [["cat"], ["a", "x)y", "b"]]],
		["a ${x:-$(b)}", [["b"], ["a", "$(b)"]]],
		["a ${x#$(b)}", [["b"], ["a", "${x#$(b)}"]]],
		["a $((1 + $(b)))", [["b"], ["a", "$((1 + $(b)))"]]],
		["a $[ 1 + 2 ]", [["a", "$[ 1 + 2 ]"]]],
		["a <(b) >(c)", [["b"], ["c"], ["a", "<(b)", ">(c)"]]],
		["x=(a $(b)) c", [["b"], ["c"]]],
		["x+=(1); x[0]=$(b)", [["b"]]],
		["! a", [["a"]]],
		["time -p a", [["a"]]],
		["coproc a", [["a"]]],
		["coproc N { a; }", [["a"]]],
		["a @(b|c) !(d)", [["a", "@(b|c)", "!(d)"]]],
		["~/x a ~", [["/home/me/x", "a", "/home/me"]]],
		["a '~' \\~ x~", [["a", "~", "~", "x~"]]],
		["a $", [["a", "$"]]],
		["a $1 $# $? $$ $! $@", [["a", "$1", "$#", "$?", "$$", "$!", "$@"]]],
		[
			"sudo a b",
			[
				["sudo", "a", "b"],
				["a", "b"],
			],
		],
		[
			"env -u X -C d A=1 a b",
			[
				["env", "-u", "X", "-C", "d", "A=1", "a", "b"],
				["a", "b"],
			],
		],
		["timeout -s KILL 5 a", [["timeout", "-s", "KILL", "5", "a"], ["a"]]],
		[
			"bash -c 'a b' c",
			[
				["bash", "-c", "a b", "c"],
				["a", "b"],
			],
		],
		["bash x -c y", [["bash", "x", "-c", "y"]]],
		[
			"find . -exec a {} \\; -exec b +",
			[["find", ".", "-exec", "a", "{}", ";", "-exec", "b", "+"], ["a", "{}"], ["b"]],
		],
		["xargs -n 1 a", [["xargs", "-n", "1", "a"], ["a"]]],
		["nohup a &", [["nohup", "a"], ["a"]]],
		["command -v a", [["command", "-v", "a"]]],
	])("%j", (line, expected) => {
		expect(wordsIn(line)).toEqual(expected);
	});
});

test("a broken line says so, and its commands are found all the same", () => {
	const broken = [
		"a 'b",
		'a "b',
		"a $(b",
		"a `b",
		"a ${b",
		"(a",
		"a)",
		"if a",
		"a; ;; b",
		"{ a",
		"a <<E\nb",
		"a |",
		"a >",
	];
	expect(broken.filter((line) => parseScript(line).complete)).toEqual([]);
	expect(
		broken.filter((line) => !findCommands(line).commands.some(({ name }) => name === "a" || name === "b")),
	).toEqual([]);
});

test("what bash takes for valid is not called broken", async () => {
	const lines = [...Object.values(criticalLines).flat(), ...harmlessLines];
	const valid = await Promise.all(
		lines.map(async (line) => {
			const bash = Bun.spawn(["bash", "-n", "-c", line], { stdout: "ignore", stderr: "ignore" });
			return (await bash.exited) === 0;
		}),
	);
	expect(valid.filter(Boolean).length).toBeGreaterThan(200);
	expect(lines.filter((line, index) => valid[index] && !parseScript(line).complete)).toEqual([]);
});
