import { expect, test } from "bun:test";
import { languageOfPath, parseSyntax, type SyntaxNode } from "@oh-my-pi/pi-natives/syntax/syntax";
import { findCommands } from "../commands/find-commands.ts";
import { everydayLines } from "./everyday-lines.data.ts";
import { harmlessLookAlikes, hostileLines, secretLines } from "./hostile-lines.data.ts";
import { noPushes, possiblePushes, seenPushes } from "./rule-lines.data.ts";

const lines = [
	...everydayLines,
	...Object.values(hostileLines).flat(),
	...harmlessLookAlikes,
	...secretLines,
	...seenPushes,
	...possiblePushes,
	...noPushes,
];

test("every command that the tree-sitter grammar of bash sees on a line of the corpora is found", async () => {
	const bash = languageOfPath("a.sh");
	if (!bash) throw new Error("the grammar is installed");
	let seen = 0;
	const missed: string[] = [];
	for (const line of new Set(lines)) {
		using tree = await parseSyntax(bash, line);
		if (!tree || tree.hasError) continue;
		const found = new Set(findCommands(line).commands.map(({ fields }) => fields[0]?.shown ?? ""));
		for (const name of literalNames(tree.root)) {
			seen++;
			if (!found.has(name)) missed.push(`${name} in ${line}`);
		}
	}
	expect(missed).toEqual([]);
	expect(seen).toBeGreaterThan(800);
});

/** Names of commands that are written out; to bash `time` and `coproc` are words of its own. */
function literalNames(node: SyntaxNode): string[] {
	const isName = node.type === "command_name" && /^(?!(?:time|coproc)$)[\w./-]+$/.test(node.text);
	const own = isName ? [node.text] : [];
	return [...own, ...node.namedChildren.flatMap((child) => (child ? literalNames(child) : []))];
}
