// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell code
import { expect, test } from "bun:test";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { findCommands } from "../commands/find-commands.ts";
import { commandApproval } from "./command-approval.ts";

const { pick, below } = seeded(2026);

const rules = [{ match: "forbidden*", approval: "deny" }] as const;
const isDenied = (line: string) => {
	const decision = commandApproval(line, { home: "/home/me", cwd: "/tmp", rules });
	return typeof decision === "object" && decision.policy === "deny";
};

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const doubleQuote = (text: string) => `"${text.replace(/[$`"\\]/g, "\\$&")}"`;
const hex = (text: string) => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16)}`).join("");

/** Other ways to write a word. */
const spellings: readonly ((word: string) => string)[] = [
	(word) => word,
	quote,
	doubleQuote,
	(word) => `${word[0]}\\${word.slice(1)}`,
	(word) => `${word.slice(0, 3)}''${word.slice(3)}`,
	(word) => `${word.slice(0, 2)}"${word.slice(2)}"`,
	(word) => `$'${hex(word)}'`,
	(word) => `$(echo ${word})`,
	(word) => `\`printf %s ${word}\``,
	(word) => `\${NOTHING_SET:-${word}}`,
];

/** Other ways to run a line. */
const disguises: readonly ((line: string) => string)[] = [
	(line) => `true && ${line}`,
	(line) => `false || ${line}`,
	(line) => `true; ${line}`,
	(line) => `true\n${line}`,
	(line) => `true | ${line}`,
	(line) => `( ${line} )`,
	(line) => `{ ${line}\n}`,
	(line) => `if ${line}\nthen :; fi`,
	(line) => `while ${line}\n[ ]; do :; done`,
	(line) => `for x in 1; do ${line}\ndone`,
	(line) => `case x in x) ${line}\n;; esac`,
	(line) => `f() { ${line}\n}; f`,
	(line) => `echo $( ${line}\n)`,
	(line) => `echo "$( ${line}\n)"`,
	(line) => `: \`${line.replace(/[\\`$]/g, "\\$&")}\``,
	(line) => `x=$( ${line}\n) true`,
	(line) => `cat <( ${line}\n)`,
	(line) => `cat <<END\n$( ${line}\n)\nEND\n`,
	(line) => `: \${x:-$( ${line}\n)}`,
	(line) => `: $(( 0$( ${line}\n) ))`,
	(line) => `bash -c ${quote(line)}`,
	(line) => `sh -ec ${quote(line)}`,
	(line) => `eval ${quote(line)}`,
	(line) => `env A=1 bash -c ${quote(line)}`,
	(line) => `nice -n 1 timeout 20 nohup bash -c ${quote(line)} 2>&1`,
	(line) => `bash <<'INNER'\n${line}\nINNER\n`,
	(line) => `bash <<< ${quote(line)}`,
	(line) => `echo ${quote(line).replaceAll("\\", "\\")} | bash`,
	(line) => `printf %s ${quote(line)} | bash`,
	(line) => `echo ${Buffer.from(line).toString("base64")} | base64 -d | bash`,
	(line) => `L=${quote(line)}; eval "$L"`,
	(line) => `true <<A && ${line}\nignored ' " (\nA\n`,
	(line) => `${line} # comment ' " (`,
	(line) => `trap ${quote(line)} EXIT; exit`,
	(line) => `command true; ! ${line}`,
];

function hiddenLine(): string {
	let line = `${pick(spellings)("forbidden")} ${pick(spellings)("now")}`;
	const prefix = pick([
		"",
		"A=1 ",
		"env B=2 ",
		"timeout 20 ",
		"nice ",
		"nohup ",
		"command ",
		"setsid -w ",
		"env -u X nice -n 1 ",
	]);
	line = prefix + line;
	for (let depth = below(4); depth > 0; depth--) line = pick(disguises)(line);
	return line;
}

requires("bash", "setsid", "base64")(
	"whatever bash would run is found, however it is hidden",
	async () => {
		await using project = await workspace({ "bin/forbidden": '#!/bin/sh\necho "$@" >> "$RAN"\n' });
		await Bun.spawn(["chmod", "+x", project.file("bin/forbidden")]).exited;
		const lines = Array.from({ length: 400 }, hiddenLine);
		const runs = async (line: string, index: number) => {
			const ran = project.file(`ran-${index}`);
			const env = { PATH: `${project.file("bin")}:${process.env.PATH}`, RAN: ran };
			const options = { cwd: project.path, env, stdin: "ignore", stdout: "ignore", stderr: "ignore" } as const;
			await Bun.spawn(["bash", "-c", line], options).exited;
			return Bun.file(ran).exists();
		};
		const didRun: boolean[] = [];
		for (let start = 0; start < lines.length; start += 20) {
			didRun.push(
				...(await Promise.all(lines.slice(start, start + 20).map((line, index) => runs(line, start + index)))),
			);
		}
		expect(didRun.filter(Boolean).length).toBeGreaterThan(350);
		expect(lines.filter((line, index) => didRun[index] && !isDenied(line))).toEqual([]);
	},
	60_000,
);

test("any text is taken without a complaint", () => {
	const bits =
		"$( ) ` ' \" ${ } $(( )) <<E E <( >( { , } [[ ]] if then fi for in do done case esac ;; function ( ; & && | || > >> < \\ \n # = a b $x ~ * ! eval sudo bash -c é 𝒳 \0".split(
			" ",
		);
	for (let round = 0; round < 3000; round++) {
		const line = Array.from({ length: below(30) }, () => pick(bits)).join(pick(["", " "]));
		findCommands(line, { home: "/home/me", cwd: "/tmp" });
	}
});

test("what every object has is a name like any other", () => {
	for (const name of Object.getOwnPropertyNames(Object.prototype)) {
		const lines = [`${name} a b`, `echo x | ${name} a | sh`, `tr '[:${name}:]' x <<< y`, `set -- a; echo \${1${name}}`];
		for (const line of lines)
			expect([line, commandApproval(line, { home: "/home/me", cwd: "/tmp" })]).toEqual([line, expect.anything()]);
		expect(findCommands(`${name} a`).commands.map(({ output }) => output)).toEqual([undefined]);
	}
});

test("a tangle is given up in time", () => {
	const repeated = [
		"(",
		"$(",
		"${",
		"`",
		"{a,",
		"<(",
		"eval ",
		"sudo ",
		'"',
		"((",
		"$((",
		"if ",
		"{ ",
		"f() ",
		"X=$X$X;",
		"!",
		"for x in 1 2 3; do ",
	];
	const startedAt = performance.now();
	for (const bit of repeated) findCommands(bit.repeat(20_000), { home: "/home/me", cwd: "/tmp" });
	findCommands(`X=aaaaaaaaaa; ${"X=$X$X$X$X; ".repeat(100)} $X`);
	findCommands(`${"a{b,c}".repeat(500)}`);
	for (const operation of ["##*a*a*a*a*b", "%%b*a*a*a*a", "//*a*a*a*b/c"])
		findCommands(`X=${"a".repeat(1000)}; echo \${X${operation}}`);
	for (const word of ["fork ", "loop ", "print ", "print 1\n"])
		commandApproval(`python3 -c '${word.repeat(10_000)}'`, { home: "/home/me", cwd: "/tmp" });
	for (const bit of ["q{", "'a'  ", "[", "rm(", "'", "%x(", "\\"])
		findCommands(`python3 <<'E'\nrun([${bit.repeat(20_000)}\nE`);
	expect(performance.now() - startedAt).toBeLessThan(20_000);
}, 40_000);
