import { boolean, choice, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const asyncSettings = section(
	"async",
	{
		enabled: boolean({
			project: "switch",
			default: true,
			label: "Background jobs",
			help: "Let tools continue in the background.",
		}),
		maxJobs: integer({ default: 100, min: 1, label: "Maximum jobs", help: "Maximum number of background jobs." }),
		pollWaitDuration: choice({
			default: "smart",
			values: ["5s", "10s", "30s", "1m", "5m", "smart"],
			label: "Job poll time",
			help: "How long one poll of jobs waits.",
		}),
	},
	{ tab: "Tools", group: "Background Jobs" },
	{ project: "free" },
);
