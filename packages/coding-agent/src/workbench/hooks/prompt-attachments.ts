import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Hook } from "../../conversation/hooks/hook.ts";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { WorkingFolder } from "../../conversation/operations/move-session.ts";
import type { Skill } from "../../discovery/capabilities/skills.ts";
import { imageSettings } from "../../settings/sections/screen/images.ts";
import { magicKeywordSettings } from "../../settings/sections/screen/magic-keywords.ts";
import { skillSettings } from "../../settings/sections/services/skills.ts";
import type { Settings } from "../../settings/settings.ts";

/** Cheap check, so that the code for mentions and keywords is loaded only when needed. */
const mayMention = /(?:^|\s)@\S/;
const mayCallSkill = /(?:^|\s)\/skill:\S/;
const mayBeMagic = /ultrathink|orchestrate|workflowz/;

/** Attaches mentioned files, called skills and the notes of magic keywords. */
export function promptCompanions(sources: {
	readonly host: Host;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly folder: WorkingFolder;
	readonly conversation: Conversation;
	readonly skills: () => Promise<readonly Skill[]>;
}): NonNullable<Hook["attachments"]> {
	const companions = [mayMention, mayCallSkill, mayBeMagic];
	return (text) => (companions.some((pattern) => pattern.test(text)) ? loadCompanions(text, sources) : undefined);
}

async function loadCompanions(
	text: string,
	{ host, agentDir, settings, folder, conversation, skills }: Parameters<typeof promptCompanions>[0],
): Promise<readonly SessionMessage[]> {
	const [{ readMentions }, { magicNotes }, { findUserKeyPlaces }] = await Promise.all([
		import("../../conversation/attachments/read-mentions.ts"),
		import("../../conversation/attachments/magic-notes.ts"),
		import("../../process/user-key-places.ts"),
	]);
	const mentions = await readMentions(text, {
		cwd: folder.path,
		home: host.home,
		keyPlaces: findUserKeyPlaces(host, agentDir),
		now: host.now,
		resizesImages: settings.get(imageSettings.autoResize),
	});
	const { notes, isHard } = magicNotes(text, {
		isOn: (word) => settings.get(magicKeywordSettings.enabled) && settings.get(magicKeywordSettings[word]),
		tools: conversation.tools.map(({ name }) => name),
		now: host.now,
	});
	if (isHard) conversation.useMaxThinkingOnce();
	return [...(await calledSkills()), ...(mentions ? [mentions] : []), ...notes];

	async function calledSkills(): Promise<readonly SessionMessage[]> {
		if (!mayCallSkill.test(text) || !settings.get(skillSettings.enableSkillCommands)) return [];
		const { skillMessages } = await import("../../skills/invoke-skill.ts");
		return skillMessages(text, await skills(), host.now);
	}
}
