import { integer, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Tools", group: "Background Jobs" } as const;

export const agentMessageSettings = section(
	"irc",
	{
		timeoutMs: integer({
			default: 120_000,
			min: 0,
			label: "Agent replies",
			help: "Milliseconds to wait for another agent.",
		}),
	},
	place,
);
