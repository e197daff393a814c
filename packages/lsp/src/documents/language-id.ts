import { basename, extname } from "node:path";
import { languageIds } from "./language-ids.data.ts";

/** What a file is opened as, by its name. */
export function findLanguageId(path: string): string | undefined {
	const name = basename(path);
	return [name, extname(name).toLowerCase()]
		.filter((key) => Object.hasOwn(languageIds, key))
		.map((key) => languageIds[key])[0];
}
