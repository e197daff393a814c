import { join } from "node:path";
import { formatValue } from "../../../settings/catalog/format-value.ts";
import { parseValue } from "../../../settings/catalog/parse-value.ts";
import { unusedReason } from "../../../settings/catalog/unused-reason.ts";
import { convertFormerText } from "../../../settings/migrations/migrate-fields.ts";
import { type ConfigAction, openSettings, printJson } from "./config-context.ts";
import { moveCredentials } from "./move-credentials.ts";
import { namedSetting } from "./named-setting.ts";
import { noteShadow } from "./note-shadow.ts";

/** Writes a value to the user's settings. */
export const setSetting: ConfigAction = async (context) => {
	const { io, words, json } = context;
	const setting = await namedSetting(context, "set");
	if (!setting) return 1;
	if (words.length < 2) {
		await io.stderr.write(`Which value? omp config set ${setting.key} <value>\n`);
		return 1;
	}
	const parsed = parseValue(setting, convertFormerText(words[0] ?? "", words.slice(1).join(" ")));
	if ("problem" in parsed) {
		await io.stderr.write(`${parsed.problem}\n`);
		return 1;
	}
	const problem = await themeProblem(setting.key, parsed.value, context.agentDir);
	if (problem !== undefined) {
		await io.stderr.write(`${problem}\n`);
		return 1;
	}
	const moved = await moveCredentials(setting.key, parsed.value, context);
	if (moved !== undefined) {
		await io.stderr.write(`${moved}\n`);
		return 1;
	}
	const settings = await openSettings(context);
	settings.set(setting, parsed.value);
	await settings.flush();
	if (json) await printJson(io, { key: setting.key, value: setting.credential ? null : parsed.value });
	else await io.stdout.write(`✔ Set ${setting.key} = ${setting.credential ? "********" : formatValue(parsed.value)}\n`);
	await noteShadow(settings, setting, io);
	const unused = unusedReason(setting.key);
	if (unused !== undefined) await io.stderr.write(`${setting.key} has ${unused}.\n`);
	return 0;
};

/** A theme has to exist, built in or as a file of the user's. */
async function themeProblem(key: string, name: unknown, agentDir: string): Promise<string | undefined> {
	if (key !== "theme.dark" && key !== "theme.light") return undefined;
	const { listThemes } = await import("@oh-my-pi/pi-tui/theme/load/load-theme");
	const names = await listThemes(join(agentDir, "themes"));
	return names.includes(String(name)) ? undefined : `Theme not found: ${name}. Themes: ${names.join(", ")}`;
}
