import { expect, test } from "bun:test";
import type { Action } from "../action.ts";
import { codeApproval } from "./code-approval.ts";
import { judgeAction } from "./judge-action.ts";

const options = {
	home: "/home/me",
	cwd: "/home/me/p",
	rules: [{ match: "git push*", approval: "deny" }],
} as const;

test.each([
	"import os; os.system('git push')",
	"import subprocess\nsubprocess.run(['git', '-C', '.', 'push'])",
	"await Bun.$`git --no-pager push`",
	"require('child_process').execSync('sh -c \"git push\"')",
])("what is refused in a shell is refused in code: %s", (code) => {
	expect(codeApproval([code], options)).toEqual({
		tier: "exec",
		policy: "deny",
		reason: 'Command matches the rule "git push*"',
	});
});

test("code that names secrets is refused, code that deletes a home is asked about even if cells are allowed", () => {
	expect(codeApproval(["print(open('/proc/self/environ').read())"], options)).toMatchObject({ policy: "deny" });
	expect(codeApproval(["import os\nos.system('rm -rf ~')"], options)).toEqual({
		tier: "exec",
		override: true,
		reason: "Critical pattern detected",
	});
});

test("other code asks like a command", () => {
	expect(codeApproval(["print('git push')", "1 + 1"], options)).toBe("exec");
	expect(codeApproval(["import os; os.system('make')"], options)).toBe("exec");
});

test.each<Action>([
	{ kind: "code", codes: [] },
	{ kind: "code", codes: ["  \n"] },
	{ kind: "write", paths: [] },
	{ kind: "several", actions: [] },
	{ kind: "command", line: " ", cwd: "/p" },
	{ kind: "program", line: "", cwd: "/p" },
	{ kind: "remote-command", host: "box", line: "" },
])("an action that says nothing is asked about like code nobody has seen: %j", async (action) => {
	const facts = { home: "/home/ann", cwd: "/p", box: { mayLeave: () => false } };
	expect(await judgeAction(action, facts)).toBe("exec");
});
