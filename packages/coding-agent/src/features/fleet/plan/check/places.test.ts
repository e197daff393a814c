import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { parseTemplate } from "../template.ts";
import { findPlaces } from "./places.ts";

const refused = [
	'grep -q "{{name}}" f',
	'echo "x {{name}} y"',
	"echo 'x {{name}} y'",
	"bash -c 'grep -q {{name}} f'",
	"bash -c {{name}}",
	"bash -lc {{name}}",
	"sh {{name}}",
	"timeout 10 sh -c {{name}}",
	"sudo -u ada bash -c {{name}}",
	"env {{name}} true",
	"eval echo {{name}}",
	"ssh host grep {{name}} f",
	"{{name}}",
	"true && {{name}}",
	"if {{name}}; then true; fi",
	"X=1 {{name}} x",
	"PATH={{name}} ls",
	"BASH_ENV={{name}} bash s.sh",
	"true # {{name}}",
	"cat <<END\n{{name}}\nEND",
	"cat <<'END'\n{{name}}\nEND",
	"cat <<{{name}}\nx\n{{name}}",
	"echo `grep {{name}} f`",
	'echo "`grep {{name}} f`"',
	"echo $(( {{name}} + 1 ))",
	"echo $" + "{x:-{{name}}}",
	"(( {{name}} > 1 ))",
	"[[ {{name}} -eq 1 ]]",
	"test -v {{name}}",
	"echo $'{{name}}'",
	"python3 -c {{name}}",
	"perl -ne {{name}} f",
	"awk {{name}} f",
	"sed {{name}} f",
	"sed s/{{name}}/x/ f",
	"find . -exec {{name}} ;",
	"make {{name}}",
	"git {{name}}",
	"git -c {{name}} log",
	"npx {{name}}",
	"pnpm dlx {{name}}",
	"echo 'open {{name}}",
];

const fine = [
	"grep -q -- {{name}} f",
	"grep -q -e {{name}} f",
	"npm test -- --grep={{name}}",
	'value={{name}}; grep -q "$value" f',
	'test "$(grep -c -- {{name}} f)" = 0',
	"bash check.sh {{name}}",
	"bash -c 'grep -q \"$1\" f' _ {{name}}",
	"python3 check.py --name {{name}}",
	"timeout 10 grep -q -- {{name}} f",
	"awk -v name={{name}} '$1 == name' f",
	"sed -n '1p' {{name}}",
	'for x in {{name}} b; do echo "$x"; done',
	"case {{name}} in a) true;; esac",
	"[ {{name}} = b ]",
	"echo {{name}} > out",
	"cat < {{name}}",
	"find src -name {{name}}",
	"git log --grep={{name}}",
	"test -f src/{{name}}.ts",
	"{ true; echo {{name}}; }",
];

test.each(refused)("refused: %s", (command) => {
	expect(() => findPlaces(parseTemplate(command))).toThrow("where a value of the table could run");
});

test.each(fine)("fine: %s", (command) => {
	expect(findPlaces(parseTemplate(command)).optionOf).toHaveLength(1);
});

test("the place is quoted as it is in the task file", () => {
	const template = parseTemplate('true; grep -q "{{name?}} of {{other}}" f');
	expect(() => findPlaces(template)).toThrow(
		'{{name?}} stands where a value of the table could run: "true; grep -q \\"{{name?}} of {{…}}\\" f". Let it be',
	);
});

test("a value with a dash in front would be an option", () => {
	const optionOf = (command: string) => findPlaces(parseTemplate(command)).optionOf;
	expect(optionOf("grep -q {{name}} f")).toEqual(["grep"]);
	expect(optionOf("grep -q -- {{name}} --x={{name}} f")).toEqual([undefined, undefined]);
	expect(optionOf("echo {{name}}; x={{name}}")).toEqual([undefined, undefined]);
});

test("no value runs where it is allowed, in any of the shells", async () => {
	await using place = await workspace({ f: "a\n", "check.sh": 'echo "$1"\n', "check.py": "import sys\n", "src/x": "" });
	const marker = place.file("marker");
	const touch = `touch ${marker}`;
	const values = [
		`$(${touch})`,
		`\`${touch}\``,
		`'; ${touch}; '`,
		`"; ${touch}; "`,
		`a\n${touch}\n`,
		`x; ${touch} #`,
		`a[$(${touch})]`,
		`\\'; ${touch}`,
	];
	const quick = fine.filter((command) => !command.startsWith("npm"));
	const lines = quick.flatMap((command) =>
		values.map((value) => parseTemplate(command).fill(() => quoteForShell(value))),
	);
	const script = lines.map((line) => `(${line}\n) < /dev/null`).join("\n");
	for (const shell of ["sh", "bash"]) await runCommand([shell, "-c", script], { cwd: place.path });
	expect(existsSync(marker)).toBe(false);
	// One of those that are refused, with the same value.
	const bad = parseTemplate('echo "{{name}}"').fill(() => quoteForShell(values[0] ?? ""));
	await runCommand(["sh", "-c", bad], { cwd: place.path });
	expect(existsSync(marker)).toBe(true);
}, 60_000);
