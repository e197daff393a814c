import type { PromptInput } from "../../app/prompt-input.ts";
import type { Session } from "../../app/start-session.ts";

export async function runInteractive(session: Session, _input: PromptInput): Promise<number> {
	await session.conversation.dispose();
	return 0;
}
