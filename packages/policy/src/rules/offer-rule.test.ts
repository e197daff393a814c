import { describe, expect, test } from "bun:test";
import { parseScript } from "../parse/parse.ts";
import { isOneCommand } from "./command-rules.ts";
import { suggestRule } from "./offer-rule.ts";
import { matchesWildcard } from "./wildcard.ts";

function suggestion(line: string): string | undefined {
	const [stage] = parseScript(line).items[0]?.pipeline.stages ?? [];
	return stage?.kind === "simple" ? suggestRule(stage) : undefined;
}

describe("the rule suggested for a command", () => {
	test.each([
		["npm run test:unit -- --bail", "npm run test:unit *"],
		["npm test", "npm test *"],
		["git commit -m 'fix: it'", "git commit *"],
		["git push origin main", "git push *"],
		["bun test src/a.test.ts", "bun test *"],
		["docker compose up -d", "docker compose up *"],
		["gh pr view 3", "gh pr view *"],
		["python -m pytest -q", "python -m pytest *"],
		["python3 script.py", "python3 script.py"],
		["tsc --noEmit", "tsc *"],
		["node_modules/.bin/biome check", "node_modules/.bin/biome *"],
		["make build", "make build *"],
		["rm -rf build", "rm -rf build"],
		["curl https://example.org", "curl https://example.org"],
		["sudo apt update", "sudo apt update"],
		["git -c a=b push", "git -c a=b push"],
		["npm --prefix x test", "npm --prefix x test"],
		["make", "make"],
		["npm run 'odd name'", "npm run 'odd name'"],
		["bash build.sh", "bash build.sh"],
	])("%s → %s", (line, expected) => {
		expect(suggestion(line)).toBe(expected);
		// It has to fit the command it was made from.
		expect([isOneCommand(line), matchesWildcard(expected, line)]).toEqual([true, true]);
	});
});
