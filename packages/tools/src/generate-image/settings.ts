import { boolean, choice, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

export const generateImageSettings = section(
	"generate_image",
	{ enabled: boolean({ default: false, label: "generate_image", help: "Generate images." }) },
	{ tab: "Tools", group: "Available Tools" },
	{ project: "switch" },
);

export const imageProviderSettings = section(
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
	{ tab: "Providers", group: "Web & Images" },
	{ project: "free" },
);
