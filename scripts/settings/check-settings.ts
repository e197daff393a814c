import { join } from "node:path";
import "../../packages/coding-agent/src/assembly/feature-settings.ts";
import { allSettings } from "../../packages/coding-agent/src/settings/catalog/all-settings.ts";
import { unusedSettings } from "../../packages/coding-agent/src/settings/catalog/unused.data.ts";
import { coversKey, unusedReason } from "../../packages/coding-agent/src/settings/catalog/unused-reason.ts";
import { type NamedSection, settingReaders, unreadKeys } from "./unread-settings.ts";

/** Settings that nothing reads must say so, and those that something reads must not. */
export async function checkSettings(root: string): Promise<string[]> {
	const unread = new Set(unreadKeys(await namedSections(root), await settingReaders(root)));
	const silent = [...unread].filter((key) => unusedReason(key) === undefined);
	const wrong = allSettings.filter(({ key }) => !unread.has(key) && unusedReason(key) !== undefined);
	const idle = unusedSettings.flatMap(({ keys }) =>
		keys.filter((pattern) => !allSettings.some(({ key }) => coversKey(pattern, key))),
	);
	return [
		...silent.map((key) => `${key} is read by nothing: name the feature that will in settings/catalog/unused.data.ts`),
		...wrong.map(({ key }) => `${key} is read now: take it out of settings/catalog/unused.data.ts`),
		...idle.map((pattern) => `settings/catalog/unused.data.ts names ${pattern}, which is no setting`),
	];
}

async function namedSections(root: string): Promise<NamedSection[]> {
	const globs = ["packages/coding-agent/src/settings/sections/**/*.ts", "packages/tools/src/**/settings.ts"];
	const paths = (
		await Promise.all(globs.map((glob) => Array.fromAsync(new Bun.Glob(glob).scan({ cwd: root }))))
	).flat();
	const modules: Record<string, unknown>[] = await Promise.all(paths.map((path) => import(join(root, path))));
	return modules.flatMap((exports) =>
		Object.entries(exports).flatMap(([name, section]) => {
			const keys = readKeys(section);
			return Object.keys(keys).length > 0 ? [{ name, keys }] : [];
		}),
	);
}

function readKeys(section: unknown): Record<string, string> {
	if (typeof section !== "object" || section === null) return {};
	return Object.fromEntries(
		Object.entries(section).flatMap(([property, setting]) =>
			typeof setting === "object" && setting !== null && "key" in setting && typeof setting.key === "string"
				? [[property, setting.key]]
				: [],
		),
	);
}
