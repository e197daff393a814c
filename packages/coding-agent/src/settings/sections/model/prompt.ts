import { boolean, choice, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const promptSettings = section(
	"",
	{
		personality: choice({
			default: "default",
			values: ["default", "friendly", "pragmatic", "none"],
			label: "Personality",
			help: "Tone of the replies.",
		}),
		includeModelInPrompt: boolean({
			default: true,
			label: "Model name in prompt",
			help: "Include the model's name in the prompt.",
		}),
		includeWorkspaceTree: boolean({
			default: false,
			label: "Directory tree in prompt",
			help: "Include a directory tree in the prompt; reduces prompt cache hits.",
		}),
		gitWaitMs: integer({
			project: "trust",
			default: 250,
			min: 0,
			max: 30_000,
			label: "Wait for git",
			help: "Milliseconds from the start that the first request waits for git; what is not known by then is left out of the prompt. 0 leaves all out.",
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
