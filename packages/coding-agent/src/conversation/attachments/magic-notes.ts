import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { findKeywords, type MagicWord, magicWords } from "./find-keywords.ts";
import orchestrate from "./prompts/orchestrate.md" with { type: "text" };
import ultrathink from "./prompts/ultrathink.md" with { type: "text" };
import workflowz from "./prompts/workflowz.md" with { type: "text" };

const texts: Readonly<Record<MagicWord, string>> = { ultrathink, orchestrate, workflowz };

export interface MagicPorts {
	readonly isOn: (setting: (typeof magicWords)[MagicWord]) => boolean;
	/** Names of the available tools. */
	readonly tools: readonly string[];
	readonly now: () => number;
}

/** The notes that the magic keywords of a prompt add, and whether one asks for the highest effort. */
export function magicNotes(text: string, ports: MagicPorts): { notes: SessionMessage[]; isHard: boolean } {
	const found = new Set(findKeywords(text).map(({ word }) => word));
	const words = [...found].filter((word) => ports.isOn(magicWords[word]) && isPossible(word, ports.tools));
	const notes = words.map((word): SessionMessage => {
		const content = `<system-notice>\n${renderPrompt(texts[word])}\n</system-notice>`;
		return {
			role: "custom",
			customType: `magic-${word}`,
			content,
			display: false,
			attribution: "user",
			timestamp: ports.now(),
		};
	});
	return { notes, isHard: words.includes("ultrathink") };
}

function isPossible(word: MagicWord, tools: readonly string[]): boolean {
	return word !== "workflowz" || (tools.includes("eval") && tools.includes("task"));
}
