import { section, textList } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Providers", group: "Web & Images" } as const;

export const webAccessSettings = section(
	"web",
	{
		allowHosts: textList({
			default: [],
			label: "Inside hosts",
			help: "Hosts inside your network that tools may reach without asking: name, *.name or name:port.",
		}),
	},
	place,
);
