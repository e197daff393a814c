import { choice, integer, section, string } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Providers", group: "Accounts" } as const;

export const authSettings = section(
	"auth",
	{
		storage: choice({
			default: "file",
			values: ["file", "keyring"],
			fileOnly: true,
			label: "Store keys in",
			help: "File agent.db or system keyring.",
		}),
	},
	place,
);

export const authBrokerSettings = section(
	"auth.broker",
	{
		url: string({ fileOnly: true, label: "Key broker", help: "Server that stores keys and logins." }),
		token: string({ credential: true, fileOnly: true, label: "Broker token", help: "Its token." }),
	},
	place,
);

export const codexResetSettings = section(
	"codexResets",
	{
		autoRedeem: choice({
			default: "unset",
			values: ["unset", "yes", "no"],
			label: "Use rate-limit resets",
			help: "Use credits that reset a Codex quota.",
		}),
		minBlockedMinutes: integer({
			default: 60,
			min: 0,
			label: "Minimum wait",
			help: "Minutes a wait must last.",
		}),
		keepCredits: integer({
			default: 0,
			min: 0,
			label: "Keep credits",
			help: "Credits that are not used.",
		}),
		salvageHorizonHours: integer({
			default: 12,
			min: 0,
			label: "Before they expire",
			help: "Use credits that would expire within this many hours.",
		}),
	},
	place,
);
