import { boolean, choice, section } from "@oh-my-pi/pi-utils/settings/setting";

export const promptSettings = section(
	"",
	{
		personality: choice({
			default: "default",
			values: ["default", "friendly", "pragmatic", "none"],
			label: "Personality",
			help: "The manner the system prompt asks for.",
		}),
		includeModelInPrompt: boolean({
			default: true,
			label: "Name the model",
			help: "Tell the model in the prompt which one it is.",
		}),
		includeWorkspaceTree: boolean({
			default: false,
			label: "Folder tree",
			help: "Put a tree of the folder into the prompt; this makes the prompt cache less useful.",
		}),
		inlineToolDescriptors: choice({
			default: "auto",
			values: ["auto", "on", "off"],
			label: "Tools in prompt",
			help: "Describe tools in the prompt instead of their schemas.",
		}),
	},
	{ tab: "Model", group: "Prompt" },
);
