import { screenStyle } from "@oh-my-pi/pi-tui/screen/screen-style";
import { CustomEditor } from "../../../features/extensions/api/custom-editor.ts";
import type { ExtensionScreen } from "../../../workbench/contract/extension-host.ts";

/** A field of several lines for components of extensions. Its colors are those of the screen. */
export class Editor extends CustomEditor {
	/** Enter does nothing: whoever has the editor looks at its text. */
	disableSubmit = false;

	constructor(screen: ExtensionScreen, _theme?: object, _options?: object) {
		const { theme, keymap } = screenStyle();
		super(screen, theme, keymap);
	}

	protected override submit(text: string): void {
		if (this.disableSubmit) return;
		this.setText("");
		super.submit(text.trim());
	}
}
