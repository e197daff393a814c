import { dirname } from "node:path";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { Skill } from "../discovery/capabilities/skills.ts";
import { parseFrontmatter } from "../discovery/files/frontmatter.ts";
import type { FileCommand } from "../file-commands/file-command.ts";
import invoked from "./prompts/invoked.md" with { type: "text" };

const call = /(?<=^|\s)\/skill:(\S+)/g;

/** Each skill as a command. The line goes on as it is, and `skillMessages` attaches the skill. */
export function skillCommands(skills: readonly Skill[]): FileCommand[] {
	return skills.map(({ name, description }) => ({
		name: `skill:${name}`,
		description: `${description?.replace(/\s+/g, " ") ?? ""} (skill)`.trimStart(),
		source: "skill",
		expand: (argumentText) => `/skill:${name} ${argumentText}`.trimEnd(),
	}));
}

/** The skills that a prompt calls, also in the middle of a sentence; hidden messages for ahead of the prompt. */
export function skillMessages(text: string, skills: readonly Skill[], now: () => number): SessionMessage[] {
	// Another command, with a skill's name among its arguments.
	if (/^[/!$](?!skill:)/.test(text)) return [];
	const names = [...new Set([...text.matchAll(call)].map((match) => match[1] ?? ""))];
	const called = names.flatMap((name) => skills.find((skill) => skill.name === name) ?? []);
	const rest = text
		.replace(call, (token, name: string) => (called.some((skill) => skill.name === name) ? "" : token))
		.replace(/[ \t]{2,}/g, " ")
		.trim();
	return called.map((skill) => ({
		role: "custom",
		customType: "skill-prompt",
		content: invocation(skill, rest),
		display: false,
		attribution: "user",
		details: { skill: skill.name, path: skill.path },
		timestamp: now(),
	}));
}

function invocation(skill: Skill, rest: string): string {
	const text = skillText(skill);
	return rest === "" ? text : `${text}\n\nUser: ${rest}`;
}

/** A skill as the model reads it. */
export function skillText({ name, path, content }: Skill): string {
	const { body } = parseFrontmatter(content);
	return renderPrompt(invoked, { name, body, folder: dirname(path) });
}
