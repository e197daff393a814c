import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { renderPrompt } from "@oh-my-pi/pi-utils/render-prompt";
import environment from "./environment.md" with { type: "text" };
import identity from "./identity.md" with { type: "text" };

export interface SystemPromptFacts {
	readonly platform: string;
	readonly shell: string;
	readonly model: string;
	/** Takes the place of our own text. */
	readonly replacement?: string;
	readonly addition?: string;
}

/** The system prompt in blocks, the most static first, so that a provider can cache the beginning. */
export function buildSystemPrompt(facts: SystemPromptFacts): string[] {
	const { platform, shell, model, replacement, addition } = facts;
	const blocks = replacement
		? [replacement]
		: [renderPrompt(identity), renderPrompt(environment, { platform, shell, model })];
	return addition ? [...blocks, addition] : blocks;
}

/** The text a flag gives: a readable file's content, or the words themselves. */
export async function textOrFile(value: string, cwd: string): Promise<string> {
	try {
		return await readFile(resolve(cwd, value), "utf8");
	} catch {
		return value;
	}
}
