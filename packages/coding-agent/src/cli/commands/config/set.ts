import { join } from "node:path";
import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import type { NamedSetting } from "../../../settings/catalog/find-setting.ts";
import { formatValue } from "../../../settings/catalog/format-value.ts";
import { parseEntry, parseValue } from "../../../settings/catalog/parse-value.ts";
import { unusedReason } from "../../../settings/catalog/unused-reason.ts";
import { convertFormerText } from "../../../settings/migrations/migrate-fields.ts";
import { type ConfigAction, type ConfigContext, openSettings, printJson } from "./config-context.ts";
import { moveCredentials } from "./move-credentials.ts";
import { namedSetting, readNamed } from "./named-setting.ts";
import { noteShadow } from "./note-shadow.ts";

/** Writes a value to the user's settings. */
export const setSetting: ConfigAction = async (context) => {
	const { io, words, json } = context;
	const named = await namedSetting(context, "set");
	if (!named) return 1;
	if (words.length < 2) {
		await io.stderr.write(`Which value? omp config set ${named.key} <value>\n`);
		return 1;
	}
	if (named.entry !== undefined) return setEntry(named, words.slice(1).join(" "), context);
	const { setting } = named;
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

/** One entry of a mapping; the others stay. */
async function setEntry(
	{ setting, entry = "", key }: NamedSetting,
	text: string,
	context: ConfigContext,
): Promise<number> {
	const { io, json } = context;
	const parsed = parseEntry(setting, entry, text);
	if ("problem" in parsed) {
		await io.stderr.write(`${parsed.problem}\n`);
		return 1;
	}
	const settings = await openSettings(context);
	settings.setEntry(setting as Setting<Readonly<Record<string, unknown>>>, entry, parsed.value);
	await settings.flush();
	const { credential } = setting;
	if (json) await printJson(io, { key, value: credential ? null : parsed.value });
	else await io.stdout.write(`✔ Set ${key} = ${credential ? "********" : formatValue(parsed.value)}\n`);
	if (!Bun.deepEquals(readNamed(settings, { setting, entry, key }), parsed.value))
		await noteShadow(settings, setting, io);
	return 0;
}

/** A theme has to exist, built in or as a file of the user's. */
async function themeProblem(key: string, name: unknown, agentDir: string): Promise<string | undefined> {
	if (key !== "theme.dark" && key !== "theme.light") return undefined;
	const { listThemes } = await import("@oh-my-pi/pi-tui/theme/load/load-theme");
	const names = await listThemes(join(agentDir, "themes"));
	return names.includes(String(name)) ? undefined : `Theme not found: ${name}. Themes: ${names.join(", ")}`;
}
