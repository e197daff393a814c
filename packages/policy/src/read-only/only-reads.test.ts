import { expect, test } from "bun:test";
import { onlyReads } from "./only-reads.ts";

test("a line only reads when every command on it does", () => {
	const reading = [
		"ls",
		"cat a.txt",
		"git status --short | head -5 && ls -la",
		"grep -rn export src 2>/dev/null",
		"cat a 2>&1 | wc -l",
		"git log --oneline -5; git diff",
		"cd lib && cat route.js",
		"echo $(cat version)",
		"wc -l < a.txt",
	];
	for (const line of reading) expect([line, onlyReads(line)]).toEqual([line, true]);
});

test("whatever is not known to read may write", () => {
	const writing = [
		"",
		"git add -A",
		"git commit -qm x",
		"sleep 1; echo new > f.txt",
		"sed -i s/a/b/ lib/route.js",
		"cat a >> b",
		"cat a &> b",
		"npm test",
		"ls && ./run.sh",
		"echo $(touch x)",
		"find . -delete",
		"cat a | tee b",
		"ls &",
		"export A=1",
		"A=1",
		"f() { ls; }",
		"echo 'unterminated",
		"$PROGRAM x",
		"eval ls",
		"{ ls; } > f",
		"(ls) >> f",
		"PAGER=./x git log",
	];
	for (const line of writing) expect([line, onlyReads(line)]).toEqual([line, false]);
});
