import { choice, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Providers", group: "Web & Images" } as const;

export const webSettings = section(
	"providers",
	{
		image: choice({
			default: "auto",
			values: ["auto", "openai", "antigravity", "xai", "gemini", "openrouter"],
			label: "Images",
			help: "Image generation provider.",
		}),
		imageOrder: textList({ default: [], label: "Image order", help: "Order of image providers." }),
	},
	place,
);

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
