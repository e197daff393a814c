import { integer, section, string } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Tools", group: "Browser & Computer" } as const;

export const computerSettings = section(
	"computer",
	{
		display: string({ default: "all", label: "Display", help: "Which display is shown to the model." }),
		maxWidth: integer({ default: 3840, min: 1, label: "Width", help: "Maximum pixels of a screenshot." }),
		maxHeight: integer({
			default: 2400,
			min: 1,
			label: "Height",
			help: "Maximum pixels of a screenshot.",
		}),
	},
	place,
);
