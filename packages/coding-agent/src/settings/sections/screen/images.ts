import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Appearance", group: "Images" } as const;

export const imageSettings = section(
	"images",
	{
		autoResize: boolean({
			default: true,
			label: "Resize images",
			help: "Resize images to at most 2000 by 2000 pixels before sending.",
		}),
		blockImages: boolean({ default: false, label: "Block images", help: "Never send images to models." }),
		describeForTextModels: boolean({
			default: true,
			label: "Describe images",
			help: "Let a vision model describe images for models without vision.",
			place: { tab: "Model", group: "Vision" },
		}),
	},
	place,
);

export const inlineImageSettings = section(
	"tui",
	{
		maxInlineImageColumns: integer({
			default: 100,
			min: 1,
			fileOnly: true,
			label: "Image columns",
			help: "Maximum columns of an inline image.",
		}),
		maxInlineImageRows: integer({
			default: 20,
			min: 1,
			fileOnly: true,
			label: "Image rows",
			help: "Maximum rows of an inline image.",
		}),
		maxInlineImages: integer({
			default: 8,
			min: 0,
			fileOnly: true,
			label: "Images on screen",
			help: "Maximum number of images on the screen.",
		}),
	},
	place,
);
