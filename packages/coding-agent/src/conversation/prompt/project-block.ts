import { stableMark, tagged } from "@oh-my-pi/pi-tools/output/outside-content";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import completion from "./parts/completion.md" with { type: "text" };
import dirContext from "./parts/dir-context.md" with { type: "text" };
import projectInstructions from "./parts/project-instructions.md" with { type: "text" };
import repoRules from "./parts/repo-rules.md" with { type: "text" };
import serverInstructions from "./parts/server-instructions.md" with { type: "text" };
import workspaceTree from "./parts/workspace-tree.md" with { type: "text" };
import workstation from "./parts/workstation.md" with { type: "text" };
import type { PromptFacts } from "./prompt-facts.ts";
import { alwaysRulesText, customListedRulesText, customSkillsText } from "./rules-and-skills.ts";

/** Environment and rules of the project. */
export function projectBlock(facts: PromptFacts): string {
	const { append } = facts;
	const added = [append?.trim(), ...(facts.guidance ?? []), serversText(facts)];
	return joined([workstationText(facts), ...sessionTexts(facts), rulesText(facts), ...surroundings(facts), ...added]);
}

/** The same for a custom prompt, which already includes rules and additions. */
export function projectBlockBesideCustom(facts: PromptFacts): string {
	const added = [...(facts.guidance ?? []), serversText(facts)];
	return joined([workstationText(facts), ...sessionTexts(facts), ...surroundings(facts), ...added]);
}

/** Replaces the built-in instructions: the user's text, and the parts that must not be lost. */
export function customInstructions(facts: PromptFacts & { readonly custom: string }): string {
	const { custom, append, contextFiles } = facts;
	const files = contextFiles.length > 0 ? renderPrompt(projectInstructions, { files: fileTags(facts) }) : undefined;
	const guidance = [customSkillsText(facts), alwaysRulesText(facts), customListedRulesText(facts)];
	return joined([custom.trim(), append?.trim(), files, ...guidance]);
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

const serverPrefix = "server:";

/** The id under which a part is what a server says. */
export function serverPartId(server: string): string {
	return `${serverPrefix}${server}`;
}

/** The server that a part is about. */
export function serverOfPart(id: string): string | undefined {
	return id.startsWith(serverPrefix) ? id.slice(serverPrefix.length) : undefined;
}

function sessionTexts({ standing = [] }: PromptFacts): string[] {
	return standing.flatMap(([id, text]) => (serverOfPart(id) === undefined ? [text] : []));
}

function serversText({ standing = [] }: PromptFacts): string | undefined {
	const texts = standing.flatMap(([id, text]) => {
		const server = serverOfPart(id);
		return server === undefined ? [] : [{ server, text }];
	});
	return texts.length > 0 ? serverInstructionsText(texts) : undefined;
}

/** What servers say about how to use them, between tags that it cannot close. */
export function serverInstructionsText(
	servers: ReadonlyArray<{ readonly server: string; readonly text: string }>,
): string {
	const texts = servers.map(({ server, text }) => {
		const shown = text.trim();
		return tagged("server", { name: server }, shown, stableMark(shown));
	});
	return renderPrompt(serverInstructions, { texts: texts.join("\n\n") });
}

function fileTags({ contextFiles }: PromptFacts): string {
	return contextFiles.map(({ path, content }) => `<file path="${path}">\n${content}\n</file>`).join("\n");
}

function joined(parts: ReadonlyArray<string | undefined>): string {
	return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}
