import { boolean, choice, section, string } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Interaction", group: "Collab" } as const;

export const collabSettings = section(
	"collab",
	{
		relayUrl: string({
			default: "wss://my.omp.sh",
			label: "Relay",
			help: "Server for live shared sessions.",
		}),
		webUrl: string({
			default: "",
			label: "Browser page",
			help: "Web page for live shared sessions.",
		}),
		displayName: string({ default: "", label: "Display name", help: "The name that others see." }),
	},
	place,
);

export const shareSettings = section(
	"share",
	{
		serverUrl: string({
			default: "https://my.omp.sh/s",
			label: "Share server",
			help: "Web page for uploaded sessions.",
		}),
		store: choice({
			default: "blob",
			values: ["blob", "gist"],
			label: "Share to",
			help: "Upload target of shared sessions.",
		}),
		redactSecrets: boolean({
			default: true,
			label: "Redact secrets",
			help: "Redact secrets before a session is shared.",
		}),
	},
	place,
);
