// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell code
import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { bashApproval } from "../../bash/approval.ts";
import type { CommandRule } from "./command-rules.ts";

const decide = (line: string, ...rules: readonly CommandRule[]) => {
	const decision = bashApproval(line, { home: "/home/me", cwd: "/home/me/p", rules });
	return typeof decision === "string" ? decision : (decision.policy ?? "override");
};

const denyPush: CommandRule = { match: "git push*", approval: "deny" };
const allowGit: CommandRule = { match: "git *", approval: "allow" };
const promptNpm: CommandRule = { match: "npm publish*", approval: "prompt" };

verifies("tools-exec:bash:patterns", () => {
	expect([
		decide("git push", denyPush, allowGit),
		decide("git status", denyPush, allowGit),
		decide("git push --dry-run", { match: "git push --dry-run", approval: "allow" }, denyPush),
		decide("npm publish", promptNpm),
		decide("make", denyPush, allowGit, promptNpm),
	]).toEqual(["deny", "write", "write", "prompt", "exec"]);
	expect(bashApproval("git push", { home: "/", cwd: "/", rules: [denyPush] })).toEqual({
		tier: "exec",
		policy: "deny",
		reason: 'Command matches the rule "git push*"',
	});
});

describe("a refusal finds its command anywhere", () => {
	test.each([
		"git push",
		"  git push origin main",
		"git  push",
		"git 'push'",
		"g\\it pu\\sh",
		"/usr/bin/git push",
		"ls && git push",
		"ls; git push & wait",
		"ls\ngit push",
		"(cd x; git push)",
		"A=1 git push",
		"sudo -u me git push",
		"env A=1 git push",
		"timeout 5 nice git push",
		"bash -c 'git push'",
		"bash -c 'cd x && git push origin'",
		"xargs git push < refs",
		"echo $(git push)",
		'echo "`git push`"',
		"G=git; $G push",
		"eval 'git push'",
		"find . -exec git push \\;",
		"if git push; then :; fi",
		"git status || git push",
		"cat <<E\n$(git push)\nE",
		"echo git push | sh",
	])("%s", (line) => {
		expect(decide(line, denyPush)).toBe("deny");
	});

	test.each(["git pushy-thing-no", "make 'git push'", "make # git push", "cat <<'E'\ngit push\nE"])(
		"and not in %s",
		(line) => {
			expect(decide(line, { match: "git push", approval: "deny" })).toBe("exec");
		},
	);
});

describe("a permission holds for one plain command only", () => {
	test.each([
		"git status && rm x",
		"git status; rm x",
		"git commit | make",
		"git status & rm x",
		"git status &",
		"git status\nrm x",
		"git log $(rm x)",
		"git log `rm x`",
		'git log "$(rm x)"',
		"git log <(rm x)",
		"git log ${x:-$(rm x)}",
		"git log > ~/.bashrc",
		"git log >> file",
		"git log <<E\nx\nE",
		"git log 'unterminated",
		"(git log)",
		"X=$(rm x) git log",
	])("not for %s", (line) => {
		expect(decide(line, { match: "*git *", approval: "allow" })).toBe("exec");
	});

	test("nor for what cannot be read", () => {
		expect(decide("git status | sh", { match: "*git *", approval: "allow" })).toBe("override");
	});

	test.each(["git status", "git log --format='%h; %s' -- 'a && b'", "git log > /dev/null 2>&1", "git show $REV"])(
		"for %s",
		(line) => {
			expect(decide(line, allowGit)).toBe("write");
		},
	);
});

test("the first rule that fits decides", () => {
	const ask: CommandRule = { match: "git *", approval: "prompt" };
	expect(decide("git push", ask, denyPush)).toBe("prompt");
	expect(decide("git push", allowGit, denyPush)).toBe("write");
});

test("a line that cannot be understood is not let through past a refusal", () => {
	expect(decide("git status 'unterminated", denyPush)).toBe("prompt");
	expect(decide(`${"eval ".repeat(300)} ls`, denyPush)).toBe("prompt");
});

test("stars stand for anything, everything else for itself", () => {
	const rule = (match: string): CommandRule => ({ match, approval: "deny" });
	expect(decide("npm run a.b", rule("npm run a?b"))).toBe("exec");
	expect(decide("npm run x test", rule("npm * test"))).toBe("deny");
	expect(decide("npm test", rule("npm *test"))).toBe("deny");
	expect(decide("npm tes", rule("npm *test"))).toBe("exec");
	expect(decide("aba", rule("ab*ba"))).toBe("exec");
});
