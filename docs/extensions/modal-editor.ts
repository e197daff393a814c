import { CustomEditor, type ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** An editor with two modes: Esc leaves the text, `i` goes back to it; `x` empties it. `/modal` turns it on and off. */
class ModalEditor extends CustomEditor {
	#isInserting = true;

	override handleInput(data: string): void {
		if (this.#isInserting && data === "\x1b") this.#isInserting = false;
		else if (this.#isInserting) super.handleInput(data);
		else if (data === "i") this.#isInserting = true;
		else if (data === "x") this.setText("");
		// Enter and keys that are no letters work in both modes.
		else if (data.length !== 1 || data < " ") super.handleInput(data);
	}

	override topLine(width: number): string {
		const mode = this.#isInserting ? "INSERT " : "NORMAL ";
		return mode + super.topLine(width - mode.length);
	}
}

export default function (pi: ExtensionAPI): void {
	let isOn = false;

	pi.registerCommand("modal", {
		description: "Turn the editor with two modes on or off",
		async handler(_args, { ui }) {
			isOn = !isOn;
			ui.setEditorComponent(isOn ? (screen, theme, keymap) => new ModalEditor(screen, theme, keymap) : undefined);
		},
	});

	pi.registerShortcut("alt+u", {
		description: "Write the draft in capitals",
		handler: ({ ui }) => ui.setEditorText(ui.getEditorText().toUpperCase()),
	});

	pi.registerShortcut("alt+t", {
		description: "Insert the date",
		handler: ({ ui }) => ui.pasteToEditor(new Date().toISOString().slice(0, 10)),
	});
}
