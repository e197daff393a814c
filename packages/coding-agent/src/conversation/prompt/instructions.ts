import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { keepIf } from "./conditional.ts";
import conventions from "./parts/conventions.md" with { type: "text" };
import critical from "./parts/critical.md" with { type: "text" };
import delivery from "./parts/delivery.md" with { type: "text" };
import personalityDefault from "./parts/personality-default.md" with { type: "text" };
import personalityFriendly from "./parts/personality-friendly.md" with { type: "text" };
import personalityPragmatic from "./parts/personality-pragmatic.md" with { type: "text" };
import role from "./parts/role.md" with { type: "text" };
import tools from "./parts/tools.md" with { type: "text" };
import urls from "./parts/urls.md" with { type: "text" };
import workflow from "./parts/workflow.md" with { type: "text" };
import type { Personality, PromptFacts } from "./prompt-facts.ts";
import { alwaysRulesText, listedRulesText, skillsText } from "./rules-and-skills.ts";

type Section = (facts: PromptFacts) => string | undefined;

/** In the order of the prompt. */
const sections: readonly Section[] = [
	() => renderPrompt(conventions),
	() => renderPrompt(role),
	({ personality }) => personalities[personality],
	skillsText,
	alwaysRulesText,
	listedRulesText,
	urlSection,
	toolSection,
	(facts) => renderPrompt(keepIf(workflow, isTool(facts))),
	() => renderPrompt(delivery),
	() => renderPrompt(critical),
];

const personalities: Readonly<Record<Personality, string | undefined>> = {
	default: personalityDefault.trim(),
	friendly: personalityFriendly.trim(),
	pragmatic: personalityPragmatic.trim(),
	none: undefined,
};

/** General instructions: identical for all projects, so the prompt cache holds them longest. */
export function instructions(facts: PromptFacts): string {
	return sections
		.map((section) => section(facts))
		.filter((text) => text !== undefined)
		.join("\n\n");
}

function urlSection(facts: PromptFacts): string | undefined {
	if (facts.schemes.length === 0 || !facts.tools.includes("read")) return undefined;
	const isConflictKnown = facts.tools.includes("write");
	return renderPrompt(keepIf(urls, (name) => (name === "conflict" ? isConflictKnown : facts.schemes.includes(name))));
}

function toolSection(facts: PromptFacts): string | undefined {
	if (facts.tools.length === 0) return undefined;
	const isActive = isTool(facts);
	const text = keepIf(tools, (name) => (name === "intent" ? facts.intentTracing : isActive(name)));
	return renderPrompt(text, isActive("search_tool_bm25") ? { hidden: facts.hiddenTools } : {});
}

function isTool({ tools: active }: PromptFacts): (name: string) => boolean {
	return (name) => active.includes(name);
}
