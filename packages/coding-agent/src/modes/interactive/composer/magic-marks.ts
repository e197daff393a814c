import { type FoundKeyword, findKeywords, magicWords } from "../../../conversation/attachments/find-keywords.ts";
import { magicKeywordSettings } from "../../../settings/sections/screen/magic-keywords.ts";
import type { Settings } from "../../../settings/settings.ts";

/** The words of a line that will be acted upon, where the settings allow them. */
export function magicMarks(line: string, settings: Settings): FoundKeyword[] {
	if (!settings.get(magicKeywordSettings.enabled)) return [];
	return findKeywords(line).filter(({ word }) => settings.get(magicKeywordSettings[magicWords[word]]));
}
