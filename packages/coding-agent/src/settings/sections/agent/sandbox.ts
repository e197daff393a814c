import { boolean, choice, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

export const sandboxSettings = section(
	"sandbox",
	{
		mode: choice({
			default: "workspace",
			values: ["off", "read", "workspace"],
			whenInvalid: "read",
			nextSession: true,
			label: "Sandbox",
			help: "What commands may write: the workspace, nothing (read), or everything (off, no sandbox).",
		}),
		network: choice({
			default: "off",
			values: ["off", "hosts", "on"],
			whenInvalid: "off",
			nextSession: true,
			label: "Network of the sandbox",
			help: "off asks once per host; hosts also allows package registries; on allows everything, unchecked.",
		}),
		hosts: textList({
			default: [],
			label: "Hosts",
			help: 'Hosts that commands may reach unasked: names, "*.example.com", "name @ /folder" for one project.',
		}),
		outside: textList({
			default: [],
			label: "Outside the sandbox",
			help: 'Commands that the model may run outside unasked, "git push *" or "git push * @ /folder" for one project.',
		}),
		writable: textList({
			default: [],
			nextSession: true,
			label: "Writable folders",
			help: 'More folders that commands may write to; "/data @ /folder" for one project.',
		}),
		readable: textList({
			default: [],
			nextSession: true,
			label: "Readable secrets",
			help: "Files and folders with credentials that commands may read all the same, such as ~/.npmrc.",
		}),
		visible: textList({
			default: [],
			nextSession: true,
			label: "Visible folders",
			help: "Folders below /tmp and /run of the machine that commands see.",
		}),
		sockets: textList({
			default: [],
			nextSession: true,
			label: "Sockets",
			help: "Unix sockets that commands may reach: paths, or docker, ssh-agent, dbus, x11, wayland.",
		}),
		caches: boolean({
			default: true,
			nextSession: true,
			label: "Package caches",
			help: "Let commands write to the caches of package managers and compilers in the home folder.",
		}),
	},
	{ tab: "Shell", group: "Sandbox" },
);
