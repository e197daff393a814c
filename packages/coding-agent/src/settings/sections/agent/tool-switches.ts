import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Tools", group: "Available Tools" } as const;

const off = (label: string, help: string) => boolean({ default: false, label, help });

/** Switches of tools that do not exist yet; a tool that does has its settings in its folder. */
export const toolSwitchSettings = section(
	"",
	{
		"speechgen.enabled": off("speechgen", "Generate speech."),
		"computer.enabled": off("computer", "Use the screen, mouse and keyboard."),
		"vault.enabled": off("vault", "Keep notes in a vault."),
		"security.enabled": off("security", "Scan for security problems."),
	},
	place,
);
