import { boolean, section, string } from "@oh-my-pi/pi-utils/settings/setting";

export const browserSettings = section(
	"browser",
	{
		enabled: boolean({ project: "switch", default: true, label: "browser", help: "Let the model use a browser." }),
		headless: boolean({ default: true, label: "Headless", help: "Run the browser without a window." }),
		cmux: boolean({ default: true, label: "cmux", help: "Use the cmux browser if available." }),
		cdpUrl: string({ label: "Attach to", help: "Debugging URL of a running browser." }),
		screenshotDir: string({ label: "Screenshots", help: "The folder for screenshots." }),
		relay: boolean({ default: false, label: "Chrome relay", help: "Control your own Chrome." }),
		relayUrl: string({ label: "Relay URL", help: "URL of the relay." }),
	},
	{ tab: "Tools", group: "Browser & Computer" },
	{ project: "trust" },
);
