// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell code
import { describe, expect, test } from "bun:test";
import type { CommandRule } from "../rules/command-rules.ts";
import { commandApproval } from "../verdict/command-approval.ts";

const decide = (line: string, rules: readonly CommandRule[] = [], env: Record<string, string> = {}) => {
	const decision = commandApproval(line, { home: "/home/me", cwd: "/home/me/p", rules, env });
	if (typeof decision === "string") return decision;
	return decision.policy ?? (decision.override ? "override" : decision.tier);
};

describe("commands that only read count as free", () => {
	test.each([
		"ls",
		"ls -la src",
		"ls *.ts",
		"pwd",
		"cat README.md",
		"cat src/a.ts src/b.ts",
		"head -n 20 a.ts",
		"tail -5 a.log",
		"wc -l *",
		"rg foo",
		"rg -n 'foo|bar' src --type ts",
		"rg -n foo src 2>/dev/null",
		"grep -rn foo . 2>&1",
		"find . -name '*.ts' -type f",
		"find src -maxdepth 2",
		"fd -e ts",
		"git status",
		"git status --short",
		"git --no-pager log --oneline -5",
		"git log -p -- src/a.ts",
		"git diff HEAD~1 --stat",
		"git show HEAD:a.ts",
		"git show HEAD@{1}",
		"git branch",
		"git branch -a -vv",
		"git branch --show-current",
		"git tag -l 'v*'",
		"git remote -v",
		"git remote get-url origin",
		"git stash list",
		"git rev-parse HEAD",
		"git ls-files",
		"git blame a.ts",
		"git config --get user.name",
		"git grep -n foo",
		"git worktree list",
		"echo hello",
		"printf '%s\\n' a",
		"sed -n 5,20p a.ts",
		"sed -n '5,$p' a.ts",
		"sort a.txt",
		"uniq -c",
		"diff a b",
		"stat a",
		"which node",
		"command -v node",
		"node --version",
		"go version",
		"env",
		"date",
		"date +%s",
		"test -f a",
		"[ -f a ]",
		"true",
		"cat < a.txt",
		"jq '.scripts' package.json",
		"ls | wc -l",
		"rg -l foo | sort | uniq -c | head",
		"cat a.ts | grep -n foo | head -5",
		"git status && git diff",
		"ls; pwd",
		"ls\npwd",
		"cd src && ls",
		"ls missing || true",
		"git log --oneline | head -3",
	])("%s", (line) => {
		expect(decide(line)).toBe("write");
	});
});

describe("everyday jobs inside the project count as free", () => {
	test.each([
		"ls > files.txt",
		"ls >> files.txt",
		"ls &> files.txt",
		"cat <<E\nx\nE",
		"cat <<< x",
		"echo $(touch a)",
		"echo `touch a`",
		"cat <(touch a)",
		"ls $DIR",
		'ls "$DIR"',
		"ls ${DIR}",
		"(ls)",
		"{ ls; }",
		"for f in a; do ls; done",
		"if true; then ls; fi",
		"ls | tee a",
		"ls | xargs cat",
		"make",
		"npm test",
		"npm run build",
		"time make",
		"rm a",
		"mv a b",
		"touch a",
		"sed -i s/a/b/ a",
		"sed -n 1p -i a",
		"awk '{print}' a",
		"git commit -m x",
		"git fetch",
		"git checkout a",
		"git branch new",
		"git tag v1",
		"git remote show origin",
		"git stash",
		"cd sub && git status",
		"ls && make",
		"git status; npm test",
	])("%s", (line) => {
		expect(decide(line)).toBe("write");
	});
});

describe("what leaves the project, publishes or is not known is asked about", () => {
	test.each([
		"cat <> a",
		"cat < /dev/tcp/example.org/80",
		"X=./evil ls",
		"LD_PRELOAD=./a.so ls",
		"ls &",
		"f() { ls; }",
		"ls | sh",
		"cat a.js | node",
		"node",
		"node a.js",
		"node -e 1",
		"./ls",
		"/tmp/ls",
		"npx cowsay",
		"curl example.org",
		"sudo ls",
		"env ls",
		"env A=1 ls",
		"command ls",
		"eval ls",
		"find . -exec touch {} ;",
		"find . -delete",
		"find . -ok rm {} ;",
		"find . -fprint a",
		"find -- . -delete",
		"find . -execdir ls {} +",
		"fd -x rm",
		"fd -Hx rm",
		"fd --exec rm",
		"rg --pre ./evil foo",
		"rg --pre=./evil foo",
		"rg --hostname-bin ./evil foo",
		"rg -z foo",
		"rg {--pre,./evil} foo",
		"sort -o a b",
		"sort --output=a b",
		"sort --out=a b",
		"sort --compress-program=./evil a",
		"sort -uo a b",
		"uniq a b",
		"tree -o a",
		"file -C -m a",
		"date -s tomorrow",
		"date 01010000",
		"printf -v PATH x",
		"sed s/a/b/w a",
		"sed -n 'w out' a",
		"sed -n '1e touch a' a",
		"git -c core.pager=./evil log",
		"git -C /elsewhere status",
		"git --git-dir=/elsewhere status",
		"git --exec-path=. status",
		"git -p log",
		"git push",
		"git branch -D old",
		"git branch -avD old",
		"git tag -d v1",
		"git tag -l v1 -d v1",
		"git remote add a b",
		"git stash drop",
		"git reflog expire --all",
		"git config user.name x",
		"git config --get user.name --file a",
		"git diff --output=a",
		"git diff --outp=a",
		"git log --output a",
		"git diff --ext-diff",
		"git log --show-signature",
		"git log --format=%G?",
		"git grep -O foo",
		"git grep --open-files-in-pager=./evil foo",
		"git grep -nO./evil foo",
		"git cat-file --filters HEAD:a",
		"git rev-list --output=a HEAD",
		"git alias",
		"cd /elsewhere && ls",
		"cd .. && ls",
		"cd - && ls",
		"*",
		"l?",
		"ls 'unterminated",
		"",
	])("%s", (line) => {
		expect(decide(line)).not.toBe("write");
	});

	test("variables given beside the command can change what it runs", () => {
		expect(decide("git diff", [], { GIT_EXTERNAL_DIFF: "./evil" })).toBe("exec");
	});
});

describe("rules and reading together", () => {
	const allowTest: CommandRule = { match: "frob test:unit *", approval: "allow" };

	test("a pipeline is free when each part reads or is allowed", () => {
		expect(decide("frob test:unit -- --bail | tail -5", [allowTest])).toBe("write");
		expect(decide("git status && frob test:unit | head", [allowTest])).toBe("write");
		expect(decide("frob test:unit && grob publish", [allowTest])).toBe("exec");
		expect(decide("frob test:unit > log", [allowTest])).toBe("exec");
	});

	test("a pattern that ends in ` *` also fits the command without arguments, and no longer name", () => {
		expect(decide("frob test:unit", [allowTest])).toBe("read");
		expect(decide("frob test:units", [allowTest])).toBe("exec");
	});

	test("the user's own rules come first", () => {
		expect(decide("git status", [{ match: "git *", approval: "prompt" }])).toBe("prompt");
		expect(decide("ls | cat", [{ match: "cat *", approval: "deny" }])).toBe("deny");
	});
});
