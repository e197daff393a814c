import type { SettingsItem } from "../capabilities/settings.ts";
import type { Found, LoadContext, LoadResult } from "../contract/capability.ts";
import type { PossibleFile } from "./found-file.ts";

/** The settings in these files, in order. Without any file nothing else is loaded. */
export async function settingsFiles(
	provider: { readonly id: string; readonly displayName: string },
	candidates: readonly PossibleFile[],
	{ files }: Pick<LoadContext, "files">,
): Promise<LoadResult<SettingsItem>> {
	const existing = candidates.filter(({ path }) => files.isFile(path));
	if (existing.length === 0) return { items: [] };
	const { isFields, parseConfig } = await import("@oh-my-pi/pi-utils/config/parse-config");
	const warnings: string[] = [];
	const found = await Promise.all(
		existing.map(async ({ path, level }): Promise<Found<SettingsItem>[]> => {
			const text = await files.text(path);
			if (text === undefined || text.trim() === "") return [];
			const parsed = await parseConfig(text, path);
			if ("problem" in parsed) {
				warnings.push(parsed.problem);
				return [];
			}
			const data = isFields(parsed.value) ? parsed.value : {};
			return [
				{ path, level, data, _source: { provider: provider.id, providerName: provider.displayName, path, level } },
			];
		}),
	);
	return { items: found.flat(), warnings };
}
