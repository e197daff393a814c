import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { Rule } from "../../discovery/capabilities/rules.ts";
import alwaysRules from "./parts/always-rules.md" with { type: "text" };
import listedRules from "./parts/listed-rules.md" with { type: "text" };
import skillList from "./parts/skills.md" with { type: "text" };
import type { PromptFacts } from "./prompt-facts.ts";

/** More would crowd out everything else. */
const maxListed = 200;

/** Names and descriptions of skills; reading them needs the tool. */
export function skillsText(facts: PromptFacts): string | undefined {
	const lines = shownSkills(facts).map(({ name, description }) =>
		description ? `${name}: ${oneLine(description)}` : name,
	);
	return lines.length > 0 ? renderPrompt(skillList, { skills: limited(lines, "skill://") }) : undefined;
}

/** The same in the form for a custom prompt. */
export function customSkillsText(facts: PromptFacts): string | undefined {
	const lines = shownSkills(facts).map(
		({ name, description = "" }) => `<skill name="${name}">${oneLine(description)}</skill>`,
	);
	return lines.length > 0 ? renderPrompt(skillList, { skills: limited(lines, "skill://") }) : undefined;
}

/** Whole rules, without those whose text the prompt has already. */
export function alwaysRulesText(facts: PromptFacts): string | undefined {
	const present = [facts.custom, facts.append, ...facts.contextFiles.map(({ content }) => content)].map(normalized);
	const bodies = (facts.rules?.always ?? [])
		.map(({ content }) => content)
		.filter((content) => !present.some((text) => text.includes(normalized(content))));
	return bodies.length > 0 ? renderPrompt(alwaysRules, { rules: bodies.join("\n\n") }) : undefined;
}

export function listedRulesText(facts: PromptFacts): string | undefined {
	return rulebook(facts, ({ name, globs, description = "" }) => {
		const files = globs ? ` (${globs.join(", ")})` : "";
		return `- ${name}${files}: ${oneLine(description)}`;
	});
}

/** The same in the form for a custom prompt. */
export function customListedRulesText(facts: PromptFacts): string | undefined {
	return rulebook(facts, ({ name, globs = [], description = "" }) => {
		const files = globs.map((glob) => `<glob>${glob}</glob>`).join("");
		return `<rule name="${name}">${oneLine(description)}${files}</rule>`;
	});
}

function shownSkills({ skills = [], tools }: PromptFacts) {
	return tools.includes("read") ? skills.filter(({ isHidden }) => !isHidden) : [];
}

function rulebook({ rules, tools }: PromptFacts, line: (rule: Rule) => string): string | undefined {
	const listed = tools.includes("read") ? (rules?.listed ?? []) : [];
	return listed.length > 0 ? renderPrompt(listedRules, { rules: limited(listed.map(line), "rule://") }) : undefined;
}

function limited(lines: readonly string[], url: string): string {
	const more = lines.length - maxListed;
	return [...lines.slice(0, maxListed), ...(more > 0 ? [`(${more} more: search ${url})`] : [])].join("\n");
}

function normalized(text = ""): string {
	return oneLine(text);
}
