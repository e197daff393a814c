import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { Severity } from "@oh-my-pi/pi-tools/services/agent-service";

/** One note of an advisor. */
export interface Note {
	readonly note: string;
	readonly severity: Severity;
	/** The name of the advisor, where there are several. */
	readonly advisor?: string;
}

export const adviceType = "advisor";

export function isAdvice(message: AgentMessage): boolean {
	return message.role === "custom" && "customType" in message && message.customType === adviceType;
}

/** Notes as the primary and the user get them. Text of a note cannot leave its tag. */
export function advisoryMessage(
	notes: readonly Note[],
	timestamp: number,
): Extract<SessionMessage, { role: "custom" }> {
	return {
		role: "custom",
		customType: adviceType,
		content: notes.map(advisoryText).join("\n"),
		display: true,
		details: { notes },
		attribution: "agent",
		timestamp,
	};
}

function advisoryText({ note, severity, advisor }: Note): string {
	const name = advisor === undefined ? "" : ` advisor="${escapeXml(advisor).replaceAll('"', "&quot;")}"`;
	return `<advisory severity="${severity}"${name} guidance="weigh, don't blindly obey">\n${escapeXml(note)}\n</advisory>`;
}

function escapeXml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
