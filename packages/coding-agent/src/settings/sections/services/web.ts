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
		hosts: textList({
			default: [],
			label: "Known hosts",
			help: "Hosts that tools may reach without asking in always-ask: name, *.name or name:port, with “ @ /folder” behind it only there.",
		}),
	},
	place,
);
