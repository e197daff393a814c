import { boolean, choice, section, string } from "@oh-my-pi/pi-utils/settings/setting";

export const speechInputSettings = section(
	"stt",
	{
		enabled: boolean({ default: false, label: "Microphone", help: "Speak instead of typing." }),
		modelName: choice({
			default: "parakeet",
			values: ["fast", "balanced", "turbo", "parakeet"],
			label: "Speech model",
			help: "The model on this machine that understands speech.",
		}),
		submitTrigger: choice({
			default: "never",
			values: ["never", "release", "release-complete", "say-submit"],
			label: "Send speech",
			help: "When spoken text is sent by itself.",
		}),
		language: string({
			default: "en",
			fileOnly: true,
			label: "Spoken language",
			help: "The language that is spoken.",
		}),
	},
	{ tab: "Interaction", group: "Speech" },
);
