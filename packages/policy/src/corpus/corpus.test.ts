import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { decideCommand } from "../verdict/command-decision.ts";
import { everydayLines } from "./everyday-lines.data.ts";
import { harmlessLookAlikes, hostileLines, secretLines } from "./hostile-lines.data.ts";
import { exemptLines, noPushes, possiblePushes, seenPushes } from "./rule-lines.data.ts";
import { openDesk } from "./testing/open-desk.ts";

const place = { home: "/home/me", cwd: "/home/me/p", project: "/home/me/p" };
let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
	desk = await openDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

describe.each(Object.entries(hostileLines))("asked about or refused: %s", (_, lines) => {
	test.each([...lines])("%s", async (line) => {
		expect(await desk.decide(line)).not.toBe("free");
	});
});

describe("refused, for it reads secrets", () => {
	test.each([...secretLines])("%s", async (line) => {
		expect(await desk.decide(line)).toBe("refused");
	});
});

describe("allowed, for it only looks dangerous", () => {
	test.each([...harmlessLookAlikes])("%s", async (line) => {
		expect(await desk.decide(line)).toBe("free");
	});
});

describe("the rule `git push*: deny`", () => {
	const rules = [{ match: "git push*", approval: "deny" }] as const;
	const decide = (line: string) => {
		const decision = decideCommand(line, { ...place, rules });
		return decision.kind === "ask" ? decision.when : decision.kind;
	};

	test.each([...seenPushes])("refuses %s", (line) => {
		expect(decide(line)).toBe("refused");
	});

	test.each([...possiblePushes])("has %s asked about in every mode", (line) => {
		expect(decide(line)).toMatch(/^(?:always|refused)/);
	});

	test.each([...noPushes])("leaves %s alone", (line) => {
		expect(decide(line)).toMatch(/^(?:allowed|by-mode)$/);
	});

	test("finds it in a script on disk", () => {
		const scripts: Record<string, string> = {
			"/home/me/p/a.sh": "cd x\n. ./b.sh",
			"/home/me/p/x/b.sh": "git -C . push",
		};
		const readScript = (path: string) => scripts[path];
		const kinds = [
			"sh a.sh",
			"./a.sh",
			"source ./a.sh",
			"bash -x ./a.sh",
			"cat a.sh | sh",
			"sh < a.sh",
			"sh other.sh",
		].map((line) => decideCommand(line, { ...place, rules, readScript }).kind);
		expect(kinds).toEqual([...Array(6).fill("refused"), "ask"]);
	});
});

describe("a broad rule does not allow an option that runs code", () => {
	test.each([...exemptLines])("%s: %s", (match, line) => {
		expect(decideCommand(line, { ...place, rules: [{ match, approval: "allow" }] }).kind).toBe("ask");
	});

	test("but one that names the option does", () => {
		const rules = [{ match: "git -c core.pager=cat log *", approval: "allow" }] as const;
		expect(decideCommand("git -c core.pager=cat log -1", { ...place, rules }).kind).toBe("allowed");
	});

	test.each([
		["git *", "git push"],
		["find *", "find . -delete"],
		["rg *", "rg -z x"],
		["tar *", "tar xf a"],
		["export *", "export FOO=1"],
		["docker *", "docker run x"],
	])("%s still allows %s", (match, line) => {
		const rules = [{ match, approval: "allow" }] as const;
		expect(decideCommand(line, { ...place, rules }).kind).toBe(line === "rg -z x" ? "ask" : "allowed");
	});
});

test("the corpora are as large as they should be", () => {
	const hostile = [...Object.values(hostileLines).flat(), ...secretLines, ...harmlessLookAlikes];
	const lines = [...hostile, ...seenPushes, ...possiblePushes];
	expect(new Set(hostile).size).toBe(hostile.length);
	expect(lines.length).toBeGreaterThanOrEqual(400);
	expect(new Set(everydayLines).size).toBeGreaterThanOrEqual(300);
});

test("of everyday command lines at most one in ten asks in mode write", async () => {
	const asked: string[] = [];
	for (const line of everydayLines) if ((await desk.decide(line)) !== "free") asked.push(line);
	expect(asked.length / everydayLines.length).toBeLessThanOrEqual(0.1);
	expect(asked).toMatchSnapshot();
});
