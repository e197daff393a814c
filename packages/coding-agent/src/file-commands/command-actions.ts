import { resolve } from "node:path";
import { splitAtCommas } from "@oh-my-pi/pi-utils/text/split-text";
import { findMentions } from "../conversation/attachments/find-mentions.ts";
import { textField, textListField } from "../discovery/files/frontmatter.ts";
import type { Claim } from "../trust/claim.ts";
import { isInProject, type Project } from "../trust/project.ts";
import { shellPart } from "./expand-template.ts";

/** What a command does besides giving the text of a prompt. */
export interface CommandActions {
	/** It contains `` !`command` ``, whose output belongs in the prompt. */
	readonly runs: boolean;
	/** What the model may use in this turn without a question, such as `Bash(git add:*)`. */
	readonly allowedTools: readonly string[];
	/** The model for this turn. */
	readonly model?: string;
	/** False for a command of a project that the user does not trust: only `model` counts. */
	readonly isTrusted: boolean;
	/** It does nothing more that one could see in it, but its text may name files of the user's once it is filled. */
	readonly isText?: true;
}

const placeholder = /\$(?:@\[[\d:]+\]|\d+|ARGUMENTS\b|@)|\{\{[^{}]*\}\}/g;
const maxShown = 16 * 1024;

interface CommandText {
	readonly path: string;
	readonly content: string;
	readonly body: string;
	readonly fields: Readonly<Record<string, unknown>>;
}

interface Place {
	readonly project: Project;
	readonly cwd: string;
	readonly home: string;
}

/** `undefined` for a command that is only text. `admits` is asked about one that is more. */
export function commandActions(
	command: CommandText,
	place: Place,
	admits: ((claim: Claim) => boolean) | undefined,
): CommandActions | undefined {
	const { body, fields, path, content } = command;
	const commands = [...body.matchAll(shellPart)].map(([, line = ""]) => line);
	const allowedTools = toolList(fields.allowedTools);
	const model = textField(fields.model);
	// Blocks end words, and values may be empty.
	const filled = body.replace(placeholder, (part) => (/^\{\{\s*(?:[#/]|else)/.test(part) ? " " : ""));
	const outside = outsideMentions(filled, place);
	const effects = [
		...commands.map((line) => `runs ${line}`),
		...allowedTools.map((tool) => `lets the model use ${tool} without asking`),
		...outside.map((file) => `gives the model ${file}`),
	];
	const claim: Claim = { kind: "command", path, content, shown: content.slice(0, maxShown), effects };
	const isTrusted = effects.length === 0 || !admits || admits(claim);
	const named = model === undefined || model === "inherit" ? {} : { model };
	if (effects.length === 0 && admits && body.includes("@")) {
		return { runs: false, allowedTools: [], isTrusted: false, isText: true, ...named };
	}
	if (effects.length === 0 && !named.model) return undefined;
	return { runs: commands.length > 0, allowedTools: isTrusted ? allowedTools : [], isTrusted, ...named };
}

/** Mentioned files that are not of the project. */
export function outsideMentions(text: string, { project, cwd, home }: Place): string[] {
	return findMentions(text).filter((path) => !isInProject(project, resolve(cwd, path.replace(/^~(?=\/|$)/, home))));
}

/** A list, or one text with commas; commas within parentheses belong to the tool. */
function toolList(value: unknown): string[] {
	return textListField(value)
		.flatMap((text) => splitAtCommas(text, "(", ")"))
		.flatMap((text) => text.split(/(?<=\))\s+/))
		.filter((tool) => tool !== "");
}
