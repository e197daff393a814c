import type { HandoffResult } from "../conversation/compaction/handoff.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { CompactionResult } from "../conversation/event/compaction-result.ts";
import { type Branched, branchConversation, branchPoints } from "../conversation/operations/branch-session.ts";
import { forkConversation } from "../conversation/operations/fork-session.ts";
import { moveConversation } from "../conversation/operations/move-session.ts";
import { type Navigated, navigateTree } from "../conversation/operations/navigate-tree.ts";
import { newSession } from "../conversation/operations/new-session.ts";
import { switchSession } from "../conversation/operations/switch-session.ts";
import { dumpText } from "../conversation/queries/dump-text.ts";
import { exportConversation } from "../export/export-conversation.ts";
import type { Session } from "../workbench/session.ts";

/** What a library user can do with the session as a whole, and with its context. */
export abstract class AgentSessionSessions {
	/** Everything a mode works with. */
	readonly session: Session;

	constructor(session: Session) {
		this.session = session;
	}

	get conversation(): Conversation {
		return this.session.conversation;
	}

	/** `undefined` for a session in memory. */
	get sessionFile(): string | undefined {
		return this.conversation.log.file;
	}

	get sessionId(): string {
		return this.conversation.log.id;
	}

	get sessionName(): string | undefined {
		return this.conversation.log.name;
	}

	/** Puts the older part of the conversation into few words. */
	compact(customInstructions?: string): Promise<CompactionResult> {
		return this.conversation.compact(customInstructions);
	}

	/** Ends a compaction under way; so with a handoff. */
	async abortCompaction(): Promise<void> {
		await this.conversation.submit({ type: "abort" });
	}

	async abortHandoff(): Promise<void> {
		await this.conversation.submit({ type: "abort" });
	}

	/** Takes heavy tool results, or images, out of what the model sees. */
	shake(what: "elide" | "images" = "elide") {
		return this.conversation.context.shake(what);
	}

	async setAutoCompactionEnabled(enabled: boolean): Promise<void> {
		await this.conversation.submit({ type: "set_auto_compaction", enabled });
	}

	/** Goes on in a new session that begins with a document about this one. */
	handoff(customInstructions?: string): Promise<HandoffResult> {
		return this.conversation.handoff(customInstructions);
	}

	/** False when somebody objected; so with all that change the session. */
	newSession(options: { readonly parentSession?: string } = {}): Promise<boolean> {
		return newSession(this.conversation, options);
	}

	switchSession(path: string): Promise<boolean> {
		return switchSession(this.conversation, path);
	}

	/** Goes on in a copy and gives its file. */
	fork(): Promise<string | undefined> {
		return forkConversation(this.conversation);
	}

	branch(entryId: string): Promise<Branched> {
		return branchConversation(this.conversation, entryId);
	}

	getUserMessagesForBranching(): Array<{ entryId: string; text: string }> {
		return branchPoints(this.conversation);
	}

	navigateTree(targetId: string): Promise<Navigated> {
		return navigateTree(this.conversation, targetId);
	}

	moveSession(cwd: string): Promise<string> {
		return moveConversation(this.conversation, this.session.folder, cwd);
	}

	async setSessionName(name: string): Promise<void> {
		await this.conversation.submit({ type: "set_session_name", name });
	}

	/** Everything the model is told and has said, as Markdown. */
	formatSessionAsText(): string {
		return dumpText(this.conversation);
	}

	exportToHtml(outputPath?: string): Promise<string> {
		return exportConversation(this.conversation, { cwd: this.session.folder.path, output: outputPath });
	}
}
