import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { PromptFacts } from "../conversation/prompt/prompt-facts.ts";
import { buildSystemPrompt } from "../conversation/prompt/system-prompt.ts";
import type { Rule } from "../discovery/capabilities/rules.ts";
import { ruleScheme } from "../urls/rule-url.ts";
import { maxAlwaysBytes, sortRules } from "./session-rules.ts";

function rule(name: string, more: Partial<Rule> = {}): Rule {
	return { name, path: `/r/${name}.md`, content: `Body of ${name}.`, level: "project", ...more };
}

const always = rule("always", { alwaysApply: true, description: "both" });
const listed = rule("listed", { description: "SQL\nqueries", globs: ["*.sql", "db/**"] });
const watched = rule("watched", { condition: ["x"], alwaysApply: true });

const facts: PromptFacts = {
	tools: ["read"],
	hiddenTools: "",
	schemes: ["rule"],
	intentTracing: false,
	personality: "none",
	workstation: [],
	contextFiles: [],
	deeperFiles: [],
	rules: { always: [always], listed: [listed], stream: [] },
};

describe("buckets", () => {
	verifies("rules-skills-commands:rule:buckets", () => {
		const all = [always, listed, watched, rule("unused"), rule("silent", { globs: ["*"] })];
		const { rules } = sortRules(all, { acceptsStreamRule: () => true });
		expect(rules).toEqual({ always: [always], listed: [listed], stream: [watched] });
		// Refused as a stream rule, it is one like any other.
		expect(sortRules(all).rules).toEqual({ always: [always, watched], listed: [listed], stream: [] });
	});

	test("what would make every request too long is only listed", () => {
		const long = rule("long", { alwaysApply: true, content: "x".repeat(maxAlwaysBytes) });
		const { rules, warnings } = sortRules([always, long, rule("z", { alwaysApply: true, content: long.content })]);
		expect(rules.always).toEqual([always]);
		expect(rules.listed.map(({ name, description }) => `${name}: ${description}`)).toEqual([
			"long: Always applies; read it first",
			"z: Always applies; read it first",
		]);
		expect(warnings).toEqual(["Rules that always apply exceed 128 KB; only listed: /r/long.md and 1 more"]);
	});
});

describe("in the system prompt", () => {
	verifies("rules-skills-commands:rule:rulebook-lines", () => {
		const [instructions] = buildSystemPrompt(facts);
		expect(instructions).toContain(
			"<generic-rules>\nBody of always.\n</generic-rules>\n\n<domain-rules>\nRead `rule://<name>` before work that one of these is about:\n- listed (*.sql, db/**): SQL queries\n</domain-rules>",
		);
		expect(buildSystemPrompt({ ...facts, tools: [] })[0]).not.toContain("<domain-rules>");
	});

	verifies("discovery:prompt:rule-dedup", () => {
		const copied = (more: Partial<PromptFacts>) => buildSystemPrompt({ ...facts, ...more }).join("\n");
		expect(copied({})).toContain("<generic-rules>");
		expect(copied({ append: "First.  Body\nof always. Last." })).not.toContain("<generic-rules>");
		expect(copied({ contextFiles: [{ path: "/a", content: "Body of always." }] })).not.toContain("<generic-rules>");
	});

	test("200 rules are listed, and how many there are more", () => {
		const many = Array.from({ length: 1000 }, (_, index) => rule(`r${index}`, { description: "d" }));
		const [text = ""] = buildSystemPrompt({ ...facts, rules: { always: [], listed: many, stream: [] } });
		expect(text.match(/^- r\d+: d$/gm)).toHaveLength(200);
		expect(text).toContain("(800 more: search rule://)");
	});
});

verifies("rules-skills-commands:rule:url", async () => {
	const sticky = [rule("RULES@user", { content: "user" }), rule("RULES@project", { content: "project" })];
	const read = async (url: string, rules: readonly Rule[]) => {
		const { text } = await ruleScheme(async () => rules).resolve(url, { signal: AbortSignal.timeout(1000) });
		return text;
	};
	expect(await read("rule://listed", [always, listed])).toBe("Body of listed.");
	expect(await read("rule://RULES", sticky)).toBe("project");
	expect(await read("rule://RULES", sticky.slice(0, 1))).toBe("user");
	await expect(read("rule://Listed", [always, listed])).rejects.toThrow(
		"Unknown rule: Listed. Available: always, listed",
	);
	await expect(read("rule://", [always])).rejects.toThrow("rule:// needs a name: rule://<name>. Available: always");
});
