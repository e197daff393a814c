import { boolean, choice, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Tools", group: "Background Jobs" } as const;

export const asyncSettings = section(
	"async",
	{
		enabled: boolean({ default: true, label: "Jobs", help: "Let tools go on in the background." }),
		maxJobs: integer({ default: 100, min: 1, label: "Jobs at once", help: "How many jobs may run." }),
		pollWaitDuration: choice({
			default: "smart",
			values: ["5s", "10s", "30s", "1m", "5m", "smart"],
			label: "Wait for jobs",
			help: "How long one look at jobs waits.",
		}),
	},
	place,
);

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
