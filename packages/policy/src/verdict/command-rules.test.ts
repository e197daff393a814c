import { expect, test } from "bun:test";
import { commandApproval, suggestedRule } from "./command-approval.ts";

const place = { home: "/home/me", cwd: "/home/me/p", project: "/home/me/p" };
const offered = (line: string) => suggestedRule(line, place)?.suggestion;
const allowed = (line: string, match: string) =>
	commandApproval(line, { ...place, rules: [{ match, approval: "allow" }] });

test("a narrow rule is offered for harmless commands, too, as always-ask asks about them", () => {
	expect(offered("git status --short")).toBe("git status *");
	expect(offered("npm run test:unit -- --watch")).toBe("npm run test:unit *");
	expect(offered("node test.mjs")).toBe("node test.mjs");
	expect(offered("git status --short | head -5 && ls -la")).toBe("git status --short | head -5 && ls -la");
	expect(offered("ls a*; git status")).toBeUndefined();
});

test("what a rule of the user's allows asks in no mode, and what is only harmless does in always-ask", () => {
	expect(allowed("git status --short", "git status *")).toBe("read");
	expect(allowed("git status --short", "git log *")).toBe("write");
	const line = "git status --short | head -5 && ls -la";
	expect(allowed(line, line)).toBe("read");
	expect(allowed(`${line} && mkfifo x`, line)).toMatchObject({ tier: "exec" });
	expect(allowed(line, "git status *")).toBe("write");
	const rules = [{ match: "git status *", approval: "allow", isProject: true }] as const;
	expect(commandApproval("git status --short", { ...place, rules })).toBe("write");
});
