import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const githubSettings = section(
	"github",
	{ enabled: boolean({ default: false, label: "github", help: "Work with issues and pull requests." }) },
	{ tab: "Tools", group: "Available Tools" },
	{ project: "switch" },
);

export const githubCacheSettings = section(
	"github.cache",
	{
		enabled: boolean({
			default: true,
			label: "GitHub cache",
			help: "Cache issues and pull requests.",
		}),
		softTtlSec: integer({
			default: 300,
			min: 0,
			label: "Refresh after",
			help: "Seconds before they are fetched again.",
		}),
		hardTtlSec: integer({ default: 604_800, min: 0, label: "Delete after", help: "Seconds before they are deleted." }),
	},
	{ tab: "Tools", group: "GitHub" },
	{ project: "free" },
);
