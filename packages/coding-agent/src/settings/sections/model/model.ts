import { choice, record, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

export const modelSettings = section(
	"",
	{
		defaultThinkingLevel: choice({
			default: "high",
			values: ["minimal", "low", "medium", "high", "xhigh", "max", "auto"],
			label: "Thinking",
			help: "Default thinking level.",
			place: { tab: "Model", group: "Thinking" },
		}),
		modelRoleStorage: choice({
			default: "global",
			values: ["global", "project"],
			label: "Save roles",
			help: "Whether models chosen for roles are saved globally or for this project.",
			place: { tab: "Model", group: "Prompt" },
		}),
		modelRoles: record({
			default: {},
			fileOnly: true,
			label: "Model roles",
			help: "Model by role, with an optional :level.",
		}),
		modelTags: record<unknown>({
			default: {},
			problemWithEntry: () => undefined,
			fileOnly: true,
			label: "Role names",
			help: "Names and colors of roles; adds your own roles.",
		}),
		cycleOrder: textList({
			default: ["smol", "default", "slow"],
			fileOnly: true,
			label: "Cycle order",
			help: "The roles that Ctrl+P cycles through.",
		}),
	},
	{ tab: "Model", group: "Roles" },
);
