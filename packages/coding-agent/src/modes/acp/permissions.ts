import type {
	PermissionOption,
	RequestPermissionRequest,
	RequestPermissionResponse,
} from "@agentclientprotocol/sdk/unstable";
import { findPolicy } from "@oh-my-pi/pi-policy/rules/tool-policies";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { ApprovalJudge } from "../../conversation/approval/approval-gate.ts";
import {
	type ApprovalPort,
	type ApprovalQuestion,
	questionLines,
} from "../../conversation/approval/approval-question.ts";
import { approvalSettings } from "../../settings/sections/agent/approval.ts";
import type { Settings } from "../../settings/settings.ts";
import type { RpcUi } from "../rpc-ui.ts";

type ToolCallRef = RequestPermissionRequest["toolCall"];

interface PermissionPorts {
	readonly settings: Settings;
	/** Absent where the client shows no forms. */
	readonly ui: RpcUi | undefined;
	readonly describe: (question: ApprovalQuestion) => ToolCallRef;
	readonly request: (
		toolCall: ToolCallRef,
		options: PermissionOption[],
		signal: AbortSignal,
	) => Promise<RequestPermissionResponse>;
}

/** Tools that an editor is asked about unless the user has said that nothing is. */
const askedTools: ReadonlySet<string> = new Set(["bash", "edit", "delete", "move"]);

const onceOptions: readonly PermissionOption[] = [
	{ optionId: "allow_once", name: "Allow once", kind: "allow_once" },
	{ optionId: "reject_once", name: "Reject", kind: "reject_once" },
];
const allOptions: readonly PermissionOption[] = [
	{ optionId: "allow_once", name: "Allow once", kind: "allow_once" },
	{ optionId: "allow_always", name: "Always allow", kind: "allow_always" },
	{ optionId: "reject_once", name: "Reject", kind: "reject_once" },
	{ optionId: "reject_always", name: "Always reject", kind: "reject_always" },
];

/** Asks the client about calls, and remembers what it said for the rest of the session. */
export class Permissions {
	readonly #ports: PermissionPorts;
	readonly #remembered = new Map<string, "approve" | "deny">();

	constructor(ports: PermissionPorts) {
		this.#ports = ports;
	}

	/** Which calls need a question though the approval mode would let them run. */
	readonly judge: ApprovalJudge = ({ tool }) => {
		const { settings } = this.#ports;
		if (!askedTools.has(tool.name) || isYoloOnPurpose(settings)) return undefined;
		if (findPolicy(tool, settings.get(approvalSettings.approval), builtInTools)?.policy === "allow") return undefined;
		return { verdict: "ask" };
	};

	readonly approve: ApprovalPort = async (question, { signal }) => {
		const { toolName } = question;
		const isOnce = !question.choices.includes("approve-session");
		const known = this.#remembered.get(toolName);
		if (known === "deny" || (known && !isOnce)) return { choice: known };
		const { ui } = this.#ports;
		if (ui && !askedTools.has(toolName)) {
			const chosen = await ui.select(visibleText(questionLines(question).join("\n")), ["Approve", "Deny"], { signal });
			return { choice: chosen === "Approve" ? "approve" : "deny" };
		}
		const chosen = await this.#ask(question, isOnce ? onceOptions : allOptions, signal);
		const choice = chosen?.startsWith("allow_") ? "approve" : "deny";
		if (chosen?.endsWith("_always")) this.#remembered.set(toolName, choice);
		return { choice };
	};

	/** `undefined` when the client gave no answer: nothing runs without one. */
	async #ask(
		question: ApprovalQuestion,
		options: readonly PermissionOption[],
		signal: AbortSignal,
	): Promise<string | undefined> {
		try {
			const { outcome } = await this.#ports.request(this.#ports.describe(question), [...options], signal);
			if (outcome.outcome !== "selected") return undefined;
			return options.find(({ optionId }) => optionId === outcome.optionId)?.optionId;
		} catch {
			// A client that cannot be asked has not agreed.
			return undefined;
		}
	}
}

/** Yolo is what omp does by default at the terminal; an editor's user has to have chosen it. */
function isYoloOnPurpose(settings: Settings): boolean {
	const { approvalMode } = approvalSettings;
	return settings.get(approvalMode) === "yolo" && settings.findOrigin(approvalMode) !== "default";
}
