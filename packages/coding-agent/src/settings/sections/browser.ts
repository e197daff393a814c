import { boolean, integer, section, string } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Tools", group: "Browser & Computer" } as const;

export const browserSettings = section(
	"browser",
	{
		enabled: boolean({ default: true, label: "browser", help: "Let the model use a browser." }),
		headless: boolean({ default: true, label: "Headless", help: "Run the browser without a window." }),
		cmux: boolean({ default: true, label: "cmux", help: "Use the cmux browser if available." }),
		cdpUrl: string({ label: "Attach to", help: "Debugging URL of a running browser." }),
		screenshotDir: string({ label: "Screenshots", help: "The folder for screenshots." }),
		relay: boolean({ default: false, label: "Chrome relay", help: "Control your own Chrome." }),
		relayUrl: string({ label: "Relay URL", help: "URL of the relay." }),
	},
	place,
);

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
