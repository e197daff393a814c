import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Appearance", group: "Images" } as const;

export const imageSettings = section(
	"images",
	{
		autoResize: boolean({
			default: true,
			label: "Shrink images",
			help: "Shrink images to at most 2000 by 2000 before they are sent.",
		}),
		blockImages: boolean({ default: false, label: "Block images", help: "Never send images to models." }),
		describeForTextModels: boolean({
			default: true,
			label: "Describe images",
			help: "Let a model with vision describe images for one without.",
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
			label: "Live images",
			help: "Maximum number of images on the screen.",
		}),
	},
	place,
);
