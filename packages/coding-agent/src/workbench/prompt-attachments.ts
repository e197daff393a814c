import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Conversation } from "../conversation/conversation.ts";
import type { Hook } from "../conversation/hooks/hook.ts";
import type { WorkingFolder } from "../conversation/operations/move-session.ts";
import { imageSettings } from "../settings/sections/images.ts";
import { magicKeywordSettings } from "../settings/sections/magic-keywords.ts";
import type { Settings } from "../settings/settings.ts";

/** Cheap check, so that the code for mentions and keywords is loaded only when needed. */
const mayMention = /(?:^|\s)@\S/;
const mayBeMagic = /ultrathink|orchestrate|workflowz/;

/** Attaches mentioned files and the notes of magic keywords. */
export function promptCompanions(sources: {
	readonly host: Host;
	readonly settings: Settings;
	readonly folder: WorkingFolder;
	readonly conversation: Conversation;
}): NonNullable<Hook["attachments"]> {
	return (text) => (mayMention.test(text) || mayBeMagic.test(text) ? loadCompanions(text, sources) : undefined);
}

async function loadCompanions(
	text: string,
	{ host, settings, folder, conversation }: Parameters<typeof promptCompanions>[0],
): Promise<readonly SessionMessage[]> {
	const [{ readMentions }, { magicNotes }] = await Promise.all([
		import("../conversation/attachments/read-mentions.ts"),
		import("../conversation/attachments/magic-notes.ts"),
	]);
	const mentions = await readMentions(text, {
		cwd: folder.path,
		home: host.home,
		now: host.now,
		resizesImages: settings.get(imageSettings.autoResize),
	});
	const { notes, isHard } = magicNotes(text, {
		isOn: (word) => settings.get(magicKeywordSettings.enabled) && settings.get(magicKeywordSettings[word]),
		tools: conversation.tools.map(({ name }) => name),
		now: host.now,
	});
	if (isHard) conversation.thinkHardOnce();
	return [...(mentions ? [mentions] : []), ...notes];
}
