import { choice, record, section } from "@oh-my-pi/pi-utils/settings/setting";

export const approvalSettings = section(
	"tools",
	{
		approvalMode: choice({
			default: "yolo",
			values: ["always-ask", "write", "yolo"],
			// A misspelt mode must not run everything.
			whenInvalid: "always-ask",
			label: "Approval",
			help: "What runs unasked: reading only (always-ask), writing too (write), or everything (yolo).",
		}),
		approval: record<unknown>({
			default: {},
			// An invalid entry must not disable a deny beside it, so entries are validated one by one when a tool is called.
			problemWithEntry: () => undefined,
			label: "Approval of tools",
			help: "Tool to allow, prompt or deny.",
		}),
	},
	{ tab: "Interaction", group: "Approvals" },
);
