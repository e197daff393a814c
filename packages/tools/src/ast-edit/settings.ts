import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const astEditSettings = section(
	"astEdit",
	{ enabled: boolean({ default: true, label: "ast_edit", help: "Change code by its structure." }) },
	{ tab: "Tools", group: "Available Tools" },
);
