import { boolean, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

const source = (label: string, help: string) => boolean({ default: true, fileOnly: true, label, help });

export const skillSettings = section(
	"skills",
	{
		enabled: source("Skills", "Use skills."),
		enableSkillCommands: boolean({ default: true, label: "Skill commands", help: "Offer skills as /skill:<name>." }),
		enableCodexUser: source("Codex skills", "Use your Codex skills."),
		enableClaudeUser: source("Claude skills", "Use your Claude skills."),
		enableClaudeProject: source("Project Claude skills", "Use the project's Claude skills."),
		enablePiUser: source("omp skills", "Use your omp skills."),
		enablePiProject: source("Project omp skills", "Use the project's omp skills."),
		enableAgentsUser: source("Agents skills", "Use your skills from .agents."),
		enableAgentsProject: source("Project agents skills", "Use the project's skills from .agents."),
		customDirectories: textList({
			default: [],
			fileOnly: true,
			label: "Skill folders",
			help: "Additional skill folders.",
		}),
		ignoredSkills: textList({
			default: [],
			fileOnly: true,
			label: "Ignored skills",
			help: "Skills to leave out, as globs.",
		}),
		includeSkills: textList({
			default: [],
			fileOnly: true,
			label: "Only skills",
			help: "The only skills to use, as globs.",
		}),
	},
	{ tab: "Tasks", group: "Skills" },
);

export const commandSettings = section(
	"commands",
	{
		enableClaudeUser: boolean({ default: true, label: "Claude commands", help: "Use your Claude commands." }),
		enableClaudeProject: boolean({
			default: true,
			label: "Project Claude commands",
			help: "Use the project's Claude commands.",
		}),
		enableOpencodeUser: boolean({ default: true, label: "OpenCode commands", help: "Use your OpenCode commands." }),
		enableOpencodeProject: boolean({
			default: true,
			label: "Project OpenCode commands",
			help: "Use the project's OpenCode commands.",
		}),
	},
	{ tab: "Tasks", group: "Commands" },
);
