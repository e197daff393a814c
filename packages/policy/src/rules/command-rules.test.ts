// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell code
import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { commandApproval } from "../verdict/command-approval.ts";
import { decideCommand } from "../verdict/command-decision.ts";
import { type CommandRule, findRule } from "./command-rules.ts";

const decide = (line: string, ...rules: readonly CommandRule[]) => {
	const decision = commandApproval(line, { home: "/home/me", cwd: "/home/me/p", rules });
	if (typeof decision === "string") return decision;
	return decision.policy ?? (decision.override ? "override" : decision.tier);
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
		decide("frob", denyPush, allowGit, promptNpm),
	]).toEqual(["deny", "read", "read", "prompt", "exec"]);
	expect(commandApproval("git push", { home: "/", cwd: "/", rules: [denyPush] })).toEqual({
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

	test.each(["git pushy-thing-no", "frob 'git push'", "frob # git push", "frob <<'E'\ngit push\nE"])(
		"and not in %s",
		(line) => {
			expect(decide(line, { match: "git push", approval: "deny" })).toBe("exec");
		},
	);
});

describe("a permission holds for one plain command only", () => {
	test.each([
		"frob && grob -r x",
		"frob; grob -r x",
		"frob | grob",
		"frob & grob -r x",
		"frob &",
		"frob\ngrob -r x",
		"frob $(grob -r x)",
		"frob `grob -r x`",
		'frob "$(grob -r x)"',
		"frob <(grob -r x)",
		"frob ${x:-$(grob -r x)}",
		"frob > ~/.bashrc",
		"frob >> file",
		"frob <<E\nx\nE",
		"frob 'unterminated",
		"(frob; grob)",
		"X=$(grob -r x) frob",
	])("not for %s", (line) => {
		expect(decide(line, { match: "*frob *", approval: "allow" })).toBe(line.includes(".bashrc") ? "override" : "exec");
	});

	test("nor for what cannot be read", () => {
		expect(decide("git status | sh", { match: "*git *", approval: "allow" })).toBe("override");
	});

	test.each(["git status", "git log --format='%h; %s' -- 'a && b'", "git log > /dev/null 2>&1", "git show $REV"])(
		"for %s",
		(line) => {
			expect(decide(line, allowGit)).toBe("read");
		},
	);
});

test("the first rule that fits decides", () => {
	const ask: CommandRule = { match: "git *", approval: "prompt" };
	expect(decide("git push", ask, denyPush)).toBe("prompt");
	expect(decide("git push", allowGit, denyPush)).toBe("read");
});

test("a line that cannot be understood is not let through past a refusal", () => {
	expect(decide("git status 'unterminated", denyPush)).toBe("prompt");
	expect(decide(`${"eval ".repeat(300)} ls`, denyPush)).toBe("prompt");
});

test("stars stand for anything, everything else for itself", () => {
	const rule = (match: string): CommandRule => ({ match, approval: "deny" });
	expect(decide("frob run a.b", rule("frob run a?b"))).toBe("exec");
	expect(decide("frob run x test", rule("frob * test"))).toBe("deny");
	expect(decide("frob test", rule("frob *test"))).toBe("deny");
	expect(decide("frob tes", rule("frob *test"))).toBe("exec");
	expect(decide("aba", rule("ab*ba"))).toBe("exec");
});

test("a project's rule counts where it is stricter than the user's", () => {
	const rules = [
		{ match: "git status", approval: "allow" },
		{ match: "git push*", approval: "deny" },
		{ match: "git *", approval: "prompt", isProject: true },
		{ match: "ls *", approval: "allow", isProject: true },
	] as const;
	const approval = (line: string) => findRule(line, [], rules)?.approval;
	expect(approval("git status")).toBe("prompt");
	expect(approval("git push")).toBe("deny");
	expect(approval("ls -l")).toBe("allow");
});

test("a refusal holds for what variables of the call make the shell run", () => {
	const kinds = (env: Record<string, string>) =>
		["set -x; true", "true"].map((line) => {
			const decision = decideCommand(line, { home: "/home/me", cwd: "/home/me/p", env, rules: [denyPush] });
			return decision.kind === "ask" ? decision.when : decision.kind;
		});
	expect(kinds({ PS4: "$(git push)" })).toEqual(["refused", "refused"]);
	expect(kinds({ PROMPT_COMMAND: "git push" })).toEqual(["refused", "refused"]);
	expect(kinds({ BASH_ENV: "./evil" })).toEqual(["always", "always"]);
	expect(kinds({ LD_PRELOAD: "./evil.so" })).toEqual(["always", "always"]);
	expect(kinds({ FOO: "1" })).toEqual(["allowed", "allowed"]);
});
