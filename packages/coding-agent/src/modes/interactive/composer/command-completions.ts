import type { CompletionProvider } from "@oh-my-pi/pi-tui/widgets/editor/completions";

/** The names of commands after a `/` at the start. */
export const commandCompletions: CompletionProvider = {
	async complete({ state }) {
		const line = state.lines[0] ?? "";
		const typed = state.lineIndex === 0 ? /^\/([a-z-]*)$/.exec(line.slice(0, state.column))?.[1] : undefined;
		if (typed === undefined) return undefined;
		const { commands } = await import("../commands/commands.ts");
		const items = commands
			.filter(({ name }) => name.startsWith(typed))
			.map(({ name, summary }) => ({ label: name, description: summary, insert: `/${name}`, submits: true }));
		return { items, start: 0, end: line.length };
	},
};
