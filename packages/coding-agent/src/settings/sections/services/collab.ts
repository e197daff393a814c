import { boolean, choice, section, string } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Interaction", group: "Collab" } as const;

export const collabSettings = section(
	"collab",
	{
		relayUrl: string({
			default: "",
			label: "Relay",
			help: "Server for live shared sessions, such as ws://localhost:7475 of omp collab relay.",
		}),
		relayToken: string({
			default: "",
			label: "Relay token",
			help: "What the relay asks of hosts, if it does.",
			credential: true,
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
			default: "",
			label: "Share server",
			help: "Server for uploaded sessions, such as http://localhost:7475/s of omp collab relay.",
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
