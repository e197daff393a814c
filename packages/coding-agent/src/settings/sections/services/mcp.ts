import { boolean, choice, integer, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

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
		sampling: choice({
			default: "ask",
			values: ["ask", "allow", "deny"],
			// A misspelled value must not spend money.
			whenInvalid: "deny",
			label: "MCP sampling",
			help: "Whether servers may use your model: after asking you, always, or never.",
		}),
		discoveryDefaultServers: textList({
			default: [],
			label: "Always offered servers",
			help: "Servers whose tools are never hidden by tool discovery.",
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
