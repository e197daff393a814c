import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const githubCacheSettings = section(
	"github.cache",
	{
		enabled: boolean({
			default: true,
			label: "GitHub cache",
			help: "Keep issues and pull requests that were looked at.",
		}),
		softTtlSec: integer({ default: 300, min: 0, label: "Fresh for", help: "Seconds before they are asked for again." }),
		hardTtlSec: integer({ default: 604_800, min: 0, label: "Kept for", help: "Seconds before they are thrown away." }),
	},
	{ tab: "Tools", group: "GitHub" },
);
