import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const mcpSettings = section(
	"mcp",
	{
		enableProjectConfig: boolean({ default: true, label: "Project servers", help: "Read the project's .mcp.json." }),
		renderMarkdownResults: boolean({
			default: true,
			label: "MCP Markdown",
			help: "Render text of MCP tools as Markdown.",
		}),
		startupTimeoutMs: integer({
			default: 5000,
			min: 0,
			label: "MCP start limit",
			help: "How long a prompt without an interface waits for servers, in milliseconds.",
		}),
		notifications: boolean({ default: false, label: "MCP updates", help: "Notify the model when resources change." }),
		notificationDebounceMs: integer({
			default: 500,
			min: 0,
			label: "MCP update delay",
			help: "Debounce time of updates in milliseconds.",
		}),
	},
	{ tab: "Tools", group: "MCP" },
);
