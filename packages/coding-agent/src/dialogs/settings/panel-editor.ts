import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { formatValue } from "../../settings/catalog/format-value.ts";
import { parseValue } from "../../settings/catalog/parse-value.ts";

export interface PanelEditorOptions {
	readonly theme: Theme;
	readonly keymap: Keymap;
	readonly setting: Setting<unknown>;
	readonly value: unknown;
	onSave(value: unknown): void;
	onCancel(): void;
}

const shapes: Partial<Record<Setting<unknown>["type"], string>> = {
	array: 'JSON, as in ["a", "b"]',
	record: 'JSON, as in {"name": "value"}',
	number: "a number",
};

/** Writes a value by hand. What `omp config set` would refuse is refused here in the same words. */
export class PanelEditor {
	readonly #options: PanelEditorOptions;
	readonly #input: Input;
	#problem: string | undefined;

	constructor(options: PanelEditorOptions) {
		const { theme, keymap, setting, value, onCancel } = options;
		this.#options = options;
		this.#input = new Input({
			theme,
			keymap,
			placeholder: shapes[setting.type] ?? "a text",
			masked: setting.credential ?? false,
			onSubmit: (text) => this.#save(text),
			onCancel,
			onChange: () => {
				this.#problem = undefined;
			},
		});
		if (value !== undefined && !setting.credential) this.#input.setText(formatValue(value));
	}

	handleInput(data: string): void {
		this.#input.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#input.handlePaste(text);
	}

	draw(width: number): string[] {
		const { theme, setting } = this.#options;
		this.#input.focused = true;
		this.#input.invalidate();
		const problem = this.#problem === undefined ? [] : wrapTextWithAnsi(theme.error(plainText(this.#problem)), width);
		return [
			theme.bold(theme.accent(setting.label)),
			theme.muted(setting.help),
			...this.#input.render(width),
			...problem,
		];
	}

	#save(text: string): void {
		const parsed = parseValue(this.#options.setting, text);
		if ("problem" in parsed) this.#problem = parsed.problem;
		else this.#options.onSave(parsed.value);
	}
}
