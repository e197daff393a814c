import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const magicKeywordSettings = section(
	"magicKeywords",
	{
		enabled: boolean({
			default: true,
			label: "Magic keywords",
			help: "Let magic keywords in a prompt add instructions for the model.",
		}),
		ultrathink: boolean({ default: true, label: "ultrathink", help: "Requests the highest thinking level." }),
		orchestrate: boolean({ default: true, label: "orchestrate", help: "Requests work by subagents." }),
		workflow: boolean({ default: true, label: "workflow", help: "Requests work in planned steps." }),
	},
	{ tab: "Interaction", group: "Magic Keywords" },
);
