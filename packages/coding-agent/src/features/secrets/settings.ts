import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const secretSettings = section(
	"secrets",
	{
		enabled: boolean({
			default: false,
			label: "Hide secrets",
			help: "Send placeholders instead of secrets to providers.",
		}),
	},
	{ tab: "Providers", group: "Accounts", before: "Store keys in" },
);
