import type { OpenedConversation } from "../workbench/opened-conversation.ts";

/** One line about what of the project is not trusted, for modes that cannot ask. */
export async function leftOutLine({ trust }: OpenedConversation): Promise<string | undefined> {
	if (trust.waiting.length === 0) return undefined;
	const { describeLeftOut } = await import("../trust/describe.ts");
	return describeLeftOut(trust.waiting);
}
