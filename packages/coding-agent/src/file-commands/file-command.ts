import { type Frontmatter, parseFrontmatter, textField } from "../discovery/files/frontmatter.ts";
import type { CommandActions } from "./command-actions.ts";
import { expandTemplate, type ShellPart } from "./expand-template.ts";

/** A prompt with a name. */
export interface FileCommand {
	readonly name: string;
	/** With where it is from: `Tidy up (project)`. */
	readonly description: string;
	readonly hint?: string;
	/** Not a file of its own. */
	readonly source?: "skill" | "mcp";
	readonly path?: string;
	readonly level?: "user" | "project";
	/** It comes with omp. */
	readonly isBundled?: true;
	/** What it does besides giving the text of a prompt; see `FileCommands.prompt`. */
	readonly actions?: CommandActions;
	/** The prompt, filled with what stands behind the name. With `parts`, its commands are put there and marked in the text. */
	expand(argumentText: string, parts?: ShellPart[]): string;
	/** What could stand behind the name, given what is there already. */
	complete?(typed: string): Promise<ReadonlyArray<{ readonly name: string; readonly summary?: string }>>;
	/** In place of `expand` for a prompt that somebody else has. */
	fetch?(argumentText: string): Promise<string>;
}

/** The source of prompts that come with omp. */
export const bundled = "bundled";

const maxDescription = 60;

export function fileCommand(
	file: { name: string; content: string; source: string; path?: string; level?: "user" | "project" | "native" },
	actionsOf?: (text: Pick<Frontmatter, "fields" | "body">) => CommandActions | undefined,
): { command: FileCommand; broken?: string } {
	const { fields, body, broken } = parseFrontmatter(file.content);
	const hint = hintOf(fields.argumentHint);
	const actions = actionsOf?.({ fields, body });
	const command: FileCommand = {
		name: file.name,
		description: `${textField(fields.description) ?? firstLine(body)} (${file.source})`.trimStart(),
		...(hint !== undefined && { hint }),
		...(file.path !== undefined && { path: file.path }),
		...(file.level && file.level !== "native" && { level: file.level }),
		...(file.source === bundled && { isBundled: true }),
		...(actions && { actions }),
		expand: (argumentText, parts) => expandTemplate(body, argumentText, parts),
	};
	return { command, ...(broken !== undefined && { broken }) };
}

/** `argument-hint: [file]` is a list for YAML. */
function hintOf(value: unknown): string | undefined {
	return Array.isArray(value) ? `[${value.join(", ")}]` : textField(value);
}

function firstLine(body: string): string {
	const line =
		body
			.split("\n")
			.find((candidate) => candidate.trim() !== "")
			?.trim() ?? "";
	return line.length > maxDescription ? `${line.slice(0, maxDescription)}...` : line;
}
