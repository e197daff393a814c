import { presetSymbols } from "@oh-my-pi/pi-tui/theme/symbols.data";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import { appearanceSettings } from "../../../settings/sections/screen/appearance.ts";
import type { SetupStep } from "./setup-step.ts";

const { symbolPreset } = appearanceSettings;
const presets = ["unicode", "nerd", "ascii"] as const;
const sampled = [
	"icon.model",
	"icon.folder",
	"icon.branch",
	"icon.context",
	"status.success",
	"status.error",
	"checkbox.on",
] as const;
const words = { unicode: "most terminals", nerd: "with a Nerd Font", ascii: "everywhere" } as const;

/** Which icons the terminal can show: the samples tell. */
export const glyphsStep: SetupStep = {
	since: 1,
	title: "Icons",
	help: "Choose the first row in which every icon displays correctly.",
	async run({ settings }, { ask }) {
		const current = settings.get(symbolPreset);
		const items = presets.map((value) => {
			const signs = presetSymbols(value);
			return { value, label: value, description: `${sampled.map((key) => signs[key]).join("  ")}   ${words[value]}` };
		});
		const chosen = await ask(
			selectDialog<(typeof presets)[number]>({
				title: "Icons",
				items,
				isCurrent: (value) => value === current,
				filterable: false,
				onHighlight: (value) => settings.override(symbolPreset, value),
			}),
		);
		settings.override(symbolPreset, undefined);
		if (chosen !== undefined) settings.set(symbolPreset, chosen);
	},
};
