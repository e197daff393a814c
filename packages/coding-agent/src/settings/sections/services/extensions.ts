import { boolean, choice, integer, section, string, textList } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Tools", group: "Extensions" } as const;

export const extensionSettings = section(
	"",
	{
		extensions: textList({ default: [], fileOnly: true, label: "Extensions", help: "Paths of extensions to load." }),
		disabledExtensions: textList({
			default: [],
			fileOnly: true,
			label: "Disabled",
			help: "Ids of disabled extensions, skills and rules.",
		}),
	},
	place,
);

export const extensionHandlerSettings = section(
	"extensionHandlers",
	{
		toolCallTimeoutMs: integer({
			default: 30_000,
			min: 0,
			label: "Handler timeout",
			help: "Timeout of a tool_call handler in milliseconds.",
		}),
	},
	place,
);

export const autoqaSettings = section(
	"dev",
	{
		autoqa: boolean({ default: false, label: "Tool reports", help: "Record problems with tools." }),
		autoqaConsent: choice({
			default: "unset",
			values: ["unset", "granted", "denied"],
			label: "Consent",
			help: "Nothing is ever sent unless this is granted.",
		}),
		"autoqaPush.endpoint": string({ default: "", label: "Report to", help: "Where reports are sent." }),
		"autoqaPush.token": string({ credential: true, label: "Report token", help: "Token for the report endpoint." }),
	},
	{ tab: "Tools", group: "Developer" },
);
