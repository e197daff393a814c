import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const astGrepSettings = section(
	"astGrep",
	{ enabled: boolean({ default: false, label: "ast_grep", help: "Search code by syntax pattern." }) },
	{ tab: "Tools", group: "Available Tools" },
	{ project: "switch" },
);
