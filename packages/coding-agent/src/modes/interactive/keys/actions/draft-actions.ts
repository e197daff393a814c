import { join } from "node:path";
import type {
	ClipboardPort,
	DialogPort,
	DraftPort,
	NoticePort,
	SubmitPort,
	TerminalPort,
	WorkPort,
} from "../../../../commands/contract/screen-ports.ts";
import { queuedTexts } from "../../input/queued-texts.ts";
import { type Action, always, type SessionPort } from "./action.ts";

type Copying = DraftPort & ClipboardPort & NoticePort;

export const copyLine = always<Copying>(({ draft, copy, notify }) => {
	copy(draft.line);
	notify("info", "Copied the line");
});

export const copyPrompt = always<Copying>(({ draft, copy, notify }) => {
	copy(draft.expandedText);
	notify("info", "Copied the prompt");
});

/** Puts everything queued back into the editor, before the draft. */
export const dequeue: Action<SessionPort & DraftPort & WorkPort> = ({ session: { conversation }, draft, attempt }) => {
	const { steering, followUps } = queuedTexts(conversation.queue.waiting);
	const texts = [...steering, ...followUps];
	if (texts.length === 0) return false;
	void attempt(() => conversation.submit({ type: "clear_queue" }));
	draft.setText([...texts, draft.text].filter(Boolean).join("\n\n"));
	return true;
};

/** Edits the draft in the user's own editor; markers stay markers. */
export const externalEditor = always<SessionPort & DraftPort & WorkPort & NoticePort & TerminalPort>((ports) => {
	const { draft, attempt, notify } = ports;
	void attempt(async () => {
		const { editExternally } = await import("../../../../commands/contract/edit-externally.ts");
		const edited = await editExternally(draft.text, ports);
		if (edited === undefined) notify("warning", "The editor failed; the draft is unchanged.");
		else draft.setText(edited);
	});
});

/** Sends the draft once the model would stop. */
export const followUp: Action<DraftPort & SubmitPort> = ({ draft, submit }) => {
	if (draft.isEmpty) return false;
	const { images } = draft;
	void submit(draft.take(), { as: "follow_up", ...(images.length > 0 && { images }) });
	return true;
};

/** Finds an earlier prompt and puts it into the editor. */
export const searchHistory = always<SessionPort & DraftPort & DialogPort & WorkPort>(
	({ session, ask, draft, attempt }) => {
		void attempt(async () => {
			const { host, agentDir } = session;
			const [{ historyDialog }, { PromptHistory }] = await Promise.all([
				import("../../../../dialogs/history/history-dialog.ts"),
				import("@oh-my-pi/pi-session/history-db"),
			]);
			await using history = new PromptHistory(join(agentDir, "history.db"), host);
			const limit = 500;
			const found = await ask(
				historyDialog({
					recent: await history.getRecent(limit),
					search: (query) => history.search(query, limit),
					now: host.now,
				}),
			);
			if (found !== undefined) draft.setText(draft.text + found);
		});
	},
);
