import { describeChord } from "@oh-my-pi/pi-tui/input/chord";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";

type Tip = string | { readonly action: string; readonly text: (key: string) => string };

const tips: readonly Tip[] = [
	{ action: "app.thinking.cycle", text: (key) => `Press ${key} to cycle through reasoning effort levels` },
	{ action: "app.tools.expand", text: (key) => `Press ${key} to see tool results in full` },
	{ action: "app.model.select", text: (key) => `Press ${key} to choose another model` },
	{ action: "app.editor.external", text: (key) => `Press ${key} to write a prompt in your own editor` },
	{ action: "app.history.search", text: (key) => `Press ${key} to find an earlier prompt` },
	{ action: "app.message.followUp", text: (key) => `Press ${key} to queue a message for when the model is done` },
	"Begin a line with !! to run a command the model never sees",
	"Type @ to point the model at a file",
	"/tree shows every branch of the conversation and takes you there",
	"/compact makes room when a conversation has become long",
	"AGENTS.md in a project tells every session how to work in it",
];

/** One tip; the same seed gives the same one. A key that is not bound is not talked about. */
export function tipFor(seed: string, keymap: Keymap): string {
	const usable = tips.flatMap((tip) => {
		if (typeof tip === "string") return [tip];
		const chord = keymap.chordsFor(tip.action)[0];
		return chord === undefined ? [] : [tip.text(describeChord(chord).toLowerCase())];
	});
	return usable[Number(Bun.hash(seed) % BigInt(Math.max(1, usable.length)))] ?? "";
}
