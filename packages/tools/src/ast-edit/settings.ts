import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const astEditSettings = section(
	"astEdit",
	{ enabled: boolean({ default: true, label: "ast_edit", help: "Rewrite code by syntax pattern." }) },
	{ tab: "Tools", group: "Available Tools" },
	{ project: "switch" },
);
