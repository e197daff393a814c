import { choice, record, section } from "../setting.ts";

const approvals = ["allow", "prompt", "deny"];

export const approvalSettings = section(
	"tools",
	{
		approvalMode: choice({
			default: "yolo",
			values: ["always-ask", "write", "yolo"],
			label: "Approval",
			help: "What runs unasked: reading only (always-ask), writing too (write), or everything (yolo).",
		}),
		approval: record({
			default: {},
			problemWithEntry: (entry) =>
				approvals.includes(entry as string) ? undefined : `must be one of ${approvals.join(", ")}`,
			label: "Approval of tools",
			help: "Tool to allow, prompt or deny.",
		}),
	},
	{ tab: "Interaction", group: "Approvals" },
);
