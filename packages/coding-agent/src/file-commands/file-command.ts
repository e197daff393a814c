import { parseFrontmatter } from "../discovery/frontmatter.ts";
import { expandTemplate } from "./expand-template.ts";

/** A prompt with a name. */
export interface FileCommand {
	readonly name: string;
	/** With where it is from: `Tidy up (project)`. */
	readonly description: string;
	readonly hint?: string;
	/** It comes with omp. */
	readonly isBundled?: true;
	/** The prompt, filled with what stands behind the name. */
	expand(argumentText: string): string;
}

/** The source of prompts that come with omp. */
export const bundled = "bundled";

const maxDescription = 60;

export function fileCommand(file: { name: string; content: string; source: string }): {
	command: FileCommand;
	problem?: string;
} {
	const { fields, body, problem } = parseFrontmatter(file.content);
	const hint = fields["argument-hint"];
	const command: FileCommand = {
		name: file.name,
		description: `${fields.description ?? firstLine(body)} (${file.source})`.trimStart(),
		...(hint !== undefined && { hint }),
		...(file.source === bundled && { isBundled: true }),
		expand: (argumentText) => expandTemplate(body, argumentText),
	};
	return { command, ...(problem !== undefined && { problem }) };
}

function firstLine(body: string): string {
	const line =
		body
			.split("\n")
			.find((candidate) => candidate.trim() !== "")
			?.trim() ?? "";
	return line.length > maxDescription ? `${line.slice(0, maxDescription)}...` : line;
}
