import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const magicKeywordSettings = section(
	"magicKeywords",
	{
		enabled: boolean({
			default: true,
			label: "Magic words",
			help: "Let certain words in a prompt add a notice for the model.",
		}),
		ultrathink: boolean({ default: true, label: "ultrathink", help: "The word asks for the most thinking." }),
		orchestrate: boolean({ default: true, label: "orchestrate", help: "The word asks for work by subagents." }),
		workflow: boolean({ default: true, label: "workflow", help: "The word asks for work in planned steps." }),
	},
	{ tab: "Interaction", group: "Magic Keywords" },
);
