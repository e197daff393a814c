import { renderPrompt } from "@oh-my-pi/pi-utils/render-prompt";
import completion from "./parts/completion.md" with { type: "text" };
import dirContext from "./parts/dir-context.md" with { type: "text" };
import projectInstructions from "./parts/project-instructions.md" with { type: "text" };
import repoRules from "./parts/repo-rules.md" with { type: "text" };
import workspaceTree from "./parts/workspace-tree.md" with { type: "text" };
import workstation from "./parts/workstation.md" with { type: "text" };
import type { PromptFacts } from "./prompt-facts.ts";

/** Where the work is done, and the rules that hold there. */
export function projectBlock(facts: PromptFacts): string {
	return joined([workstationText(facts), rulesText(facts), ...surroundings(facts), facts.append?.trim()]);
}

/** The same beside a text of the user's own, which has rules and additions in it already. */
export function projectBlockBesideCustom(facts: PromptFacts): string {
	return joined([workstationText(facts), ...surroundings(facts)]);
}

/** What takes the place of our instructions: the user's text, and what must not get lost with ours. */
export function customInstructions(facts: PromptFacts & { readonly custom: string }): string {
	const { custom, append, contextFiles } = facts;
	const files = contextFiles.length > 0 ? renderPrompt(projectInstructions, { files: fileTags(facts) }) : undefined;
	return joined([custom.trim(), append?.trim(), files]);
}

function workstationText({ workstation: lines }: PromptFacts): string | undefined {
	return lines.length > 0 ? renderPrompt(workstation, { facts: lines.join("\n") }) : undefined;
}

function rulesText(facts: PromptFacts): string | undefined {
	return facts.contextFiles.length > 0 ? renderPrompt(repoRules, { files: fileTags(facts) }) : undefined;
}

function surroundings({ deeperFiles, workspaceTree: tree, contextFiles }: PromptFacts): Array<string | undefined> {
	return [
		deeperFiles.length > 0
			? renderPrompt(dirContext, { paths: deeperFiles.map((path) => `- ${path}`).join("\n") })
			: undefined,
		tree ? renderPrompt(workspaceTree, { tree }) : undefined,
		contextFiles.length > 0 ? renderPrompt(completion) : undefined,
	];
}

function fileTags({ contextFiles }: PromptFacts): string {
	return contextFiles.map(({ path, content }) => `<file path="${path}">\n${content}\n</file>`).join("\n");
}

function joined(parts: ReadonlyArray<string | undefined>): string {
	return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}
