import { boolean, choice, section, string } from "@oh-my-pi/pi-utils/settings/setting";

export const speechInputSettings = section(
	"stt",
	{
		enabled: boolean({ default: false, label: "Microphone", help: "Speak instead of typing." }),
		modelName: choice({
			default: "parakeet",
			values: ["fast", "balanced", "turbo", "parakeet"],
			label: "Speech model",
			help: "Local speech recognition model.",
		}),
		submitTrigger: choice({
			default: "never",
			values: ["never", "release", "release-complete", "say-submit"],
			label: "Submit speech",
			help: "When spoken text is submitted automatically.",
		}),
		language: string({
			default: "en",
			fileOnly: true,
			label: "Spoken language",
			help: "Spoken language.",
		}),
	},
	{ tab: "Interaction", group: "Speech" },
);
