import { join } from "node:path";
import { PromptHistory } from "@oh-my-pi/pi-session/history-db";
import type { Host } from "@oh-my-pi/pi-utils/host";

const recalledPrompts = 200;

/** Earlier prompts for the editor, the latest first. What is in the database joins when it has been read. */
export class PromptRecall {
	readonly #history: PromptHistory;
	readonly #place: { cwd: string; sessionId: string };
	#prompts: string[] = [];

	constructor(agentDir: string, host: Host, sessionId: string) {
		this.#history = new PromptHistory(join(agentDir, "history.db"), host);
		this.#place = { cwd: host.cwd, sessionId };
	}

	async load(): Promise<void> {
		const earlier = await this.#history.getRecent(recalledPrompts);
		this.#prompts = [...this.#prompts, ...earlier.map(({ prompt }) => prompt)];
	}

	entry(index: number): string | undefined {
		return this.#prompts[index];
	}

	add(prompt: string): void {
		const text = prompt.trim();
		if (text === "" || text === this.#prompts[0]) return;
		this.#prompts.unshift(text);
		this.#history.add(text, this.#place.cwd, this.#place.sessionId);
	}

	close(): Promise<void> {
		return this.#history.close();
	}
}
