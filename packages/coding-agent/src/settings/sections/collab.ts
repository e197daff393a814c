import { boolean, choice, section, string } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Interaction", group: "Collab" } as const;

export const collabSettings = section(
	"collab",
	{
		relayUrl: string({
			default: "wss://my.omp.sh",
			label: "Relay",
			help: "The server that connects people in a shared session.",
		}),
		webUrl: string({
			default: "",
			label: "Browser page",
			help: "Where a shared session opens in a browser.",
		}),
		displayName: string({ default: "", label: "Shown name", help: "How others see you." }),
	},
	place,
);

export const shareSettings = section(
	"share",
	{
		serverUrl: string({
			default: "https://my.omp.sh/s",
			label: "Share server",
			help: "Where shared sessions are read.",
		}),
		store: choice({
			default: "blob",
			values: ["blob", "gist"],
			label: "Share to",
			help: "Where a shared session is uploaded.",
		}),
		redactSecrets: boolean({
			default: true,
			label: "Hide secrets",
			help: "Make secrets unreadable before a session is shared.",
		}),
	},
	place,
);
