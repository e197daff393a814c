import { integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const toolOutputSettings = section(
	"tools",
	{
		artifactSpillThreshold: integer({
			default: 16,
			min: 1,
			label: "Large output",
			help: "Kilobytes above which output is saved to a file.",
		}),
		artifactHeadBytes: integer({
			default: 2,
			min: 0,
			label: "Output head",
			help: "Kilobytes shown from the beginning of large output; 0 shows the end only.",
		}),
		artifactTailBytes: integer({
			default: 8,
			min: 0,
			label: "Output tail",
			help: "Kilobytes shown from the end of large output.",
		}),
		artifactTailLines: integer({
			default: 500,
			min: 0,
			label: "Output tail lines",
			help: "Maximum lines shown from the end of large output.",
		}),
		outputMaxColumns: integer({
			default: 768,
			min: 0,
			label: "Line length",
			help: "Maximum bytes shown of a line when output is longer than 8 KB; 0 for no limit.",
		}),
	},
	{ tab: "Tools", group: "Output" },
);
