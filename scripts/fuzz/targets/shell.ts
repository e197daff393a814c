// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell code
import { decideCommand } from "../../../packages/policy/src/verdict/command-decision.ts";
import type { FuzzTarget } from "../fuzz-target.ts";

const rules = [
	{ match: "git push*", approval: "deny" },
	{ match: "npm *", approval: "allow" },
] as const;

/** Command lines, as the approval of a call judges them. */
export const shell: FuzzTarget = {
	name: "shell",
	corpus: [
		"git status && npm test 2>&1 | tail -20",
		"for f in *.ts; do sed -i 's/a/b/' \"$f\"; done",
		"cat <<'EOF' > x\n$(hi)\nEOF\nbash -c \"echo ${HOME:-/} $((1 + 2))\"",
		"if [[ -f a ]]; then rm -rf ./build; else find . -name '*.x' -exec rm {} +; fi",
		"X=$(git log --format=%H | head -1) env A=1 timeout 5 xargs -0 sh -c 'echo $0' < <(ls)",
		"f() { case $1 in a|b) eval \"$2\" ;; *) return ;; esac; }; f $'\\x61' `pwd`",
		"python3 -c 'import os; os.system(\"ls\")' {a,b{1..3}} ~/x !$",
	],
	shapes: [
		{ before: "", unit: "/|", after: "" },
		{ before: "", unit: "|g/", after: "" },
		{ before: "find,xargs", unit: "exec rm ", after: "" },
		{ before: "", unit: "0", after: "n" },
		{ before: "##", unit: "||${", after: "" },
	],
	words: (
		"$( ) ` ' \" ${ } $(( )) <<E E <( >( { , .. } [[ ]] [ ] if then else fi for in do done while case esac ;; function " +
		"( ; & && | || |& > >> < <<< 2>&1 \\ # = a b -c $x ${x:-y} ${x//a/b} ~ * ? ! eval sudo bash env xargs git push rm -rf / " +
		"echo python3 sed find -exec é 𝒳"
	)
		.split(" ")
		.concat(["\n", " ", "\t", "\0", "\nE\n", "'a'", '"$x"', "X=$X$X;", "{a,b}", "$'\\x61'"]),
	generate(random) {
		const word = (depth: number): string =>
			random.pick([
				"a",
				"-rf",
				"./x",
				"'q q'",
				'"$HOME"',
				"${x:-y}",
				"*.ts",
				"{1..3}",
				depth > 3 ? "b" : `$(${line(depth + 1)})`,
				depth > 3 ? "c" : `"\`${command(depth + 1)}\`"`,
			]);
		const command = (depth: number): string =>
			[
				random.pick(["git", "npm", "ls", "rm", "sh -c", "eval", "sudo", "echo", "xargs", "find", "cat <", "A=1"]),
				...Array.from({ length: random.below(4) }, () => word(depth)),
			].join(" ");
		const line = (depth: number): string => {
			const parts = Array.from({ length: 1 + random.below(3) }, () =>
				depth < 3 && random.oneIn(5)
					? random.pick([`{ ${line(depth + 1)}; }`, `(${line(depth + 1)})`, `if ${line(depth + 1)}; then ls; fi`])
					: command(depth),
			);
			return parts.join(random.pick([" && ", " | ", "; ", "\n", " || "]));
		};
		return line(0);
	},
	run(input) {
		// Scripts on disk are not part of the input.
		const { kind } = decideCommand(input, { home: "/home/me", cwd: "/tmp", rules, readScript: () => undefined });
		if (kind === undefined) throw new Error("no decision");
	},
};
