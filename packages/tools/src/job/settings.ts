import { boolean, choice, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const asyncSettings = section(
	"async",
	{
		enabled: boolean({ default: true, label: "Jobs", help: "Let tools continue in the background." }),
		maxJobs: integer({ default: 100, min: 1, label: "Jobs at once", help: "How many jobs may run." }),
		pollWaitDuration: choice({
			default: "smart",
			values: ["5s", "10s", "30s", "1m", "5m", "smart"],
			label: "Wait for jobs",
			help: "How long one look at jobs waits.",
		}),
	},
	{ tab: "Tools", group: "Background Jobs" },
);
