// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell code
import { describe, expect, test } from "bun:test";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { bashIn } from "../testing/bash-in.ts";
import { defaultInterceptRules } from "./intercept-rules.data.ts";
import { type Interceptor, refuseIntercepted } from "./interceptor.ts";

const everything: Interceptor = { rules: defaultInterceptRules, isActive: () => true };

function toolFor(command: string, interceptor = everything): string | undefined {
	try {
		refuseIntercepted(command, interceptor);
		return undefined;
	} catch (error) {
		return /`(\w+)` tool/.exec(String(error))?.[1];
	}
}

verifies("tools-exec:bash:interceptor", async () => {
	await using project = await workspace({ "a.txt": "text\n" });
	await using bash = bashIn(project, { interceptor: everything });
	await expect(runTool(bash.tool, { command: "cd . && cat a.txt" })).rejects.toThrow(
		"Blocked: Use the `read` tool to look at files.\n\nOriginal command: cd . && cat a.txt",
	);
	expect(
		["cat f", "rg x", "find . -name x", "sed -i s/a/b/ f", "echo x > f", "printf x >> f", "cat <<E > f\nx\nE"].map(
			(command) => toolFor(command),
		),
	).toEqual(["read", "search", "find", "edit", "write", "write", "write"]);
	expect(toolFor("cat f", { rules: defaultInterceptRules, isActive: (tool) => tool !== "read" })).toBeUndefined();
	await using free = bashIn(project);
	expect((await runTool(free.tool, { command: "cat a.txt" })).content).toStartWith("text\n");
});

verifies("tools-exec:bash:interceptor-segments", () => {
	const blocked = ["make && cat f", "make; grep x f", "make\ncat f", "make & cat f", "A=1 cat f", "make || B=2 rg x"];
	const free = [
		"make | grep x",
		"make | tail -5",
		"echo $(cat f)",
		"make && echo `cat f`",
		"(cat f)",
		"make && echo ${x}; cat f",
		"echo 'cat f'",
		"make; cat 'f",
	];
	expect(blocked.filter((command) => toolFor(command) === undefined)).toEqual([]);
	expect(free.filter((command) => toolFor(command) !== undefined)).toEqual([]);
});

describe("what writes nowhere is no writing", () => {
	test.each([
		"echo x > /dev/null",
		"echo x >> /dev/null",
		"echo x >&2",
		"echo x 2>/dev/null",
		"echo 'a > b'x > /dev/stderr",
		"printf x > /dev/tty",
	])("%s", (command) => {
		expect(toolFor(command)).toBe(command.includes("'") ? "write" : undefined);
	});
});

test("a rule that is no regular expression blocks nothing, and the others go on", () => {
	const rules = [
		{ pattern: "(", tool: "read", message: "Use the `bad` tool" },
		{ pattern: "^MAKE", flags: "i", tool: "read", message: "Use the `mine` tool" },
	];
	expect(toolFor("make", { rules, isActive: () => true })).toBe("mine");
});
