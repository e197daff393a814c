import { choice, record, section } from "@oh-my-pi/pi-utils/settings/setting";

export const approvalSettings = section(
	"tools",
	{
		approvalMode: choice({
			default: "yolo",
			values: ["always-ask", "write", "auto", "yolo"],
			// A misspelled mode must not run everything.
			whenInvalid: "always-ask",
			label: "Approval mode",
			help: "What runs without asking: reading only (always-ask), writing too (write), all that the sandbox holds (auto), or everything (yolo).",
		}),
		approval: record<unknown>({
			default: {},
			// An invalid entry must not disable a deny beside it, so entries are validated one by one when a tool is called.
			problemWithEntry: () => undefined,
			label: "Tool policies",
			help: "Policy by tool: allow, prompt or deny.",
		}),
	},
	{ tab: "Interaction", group: "Approvals" },
);
