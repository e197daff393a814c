import type { Archive } from "../archives/archive.ts";
import { openZip } from "../archives/zip.ts";
import { DocumentError } from "./document-error.ts";

/** The parts of an Office or EPUB file, which is a ZIP of XML files. */
export interface PackageParts extends AsyncDisposable {
	readonly names: readonly string[];
	find(name: string): Promise<string | undefined>;
	get(name: string): Promise<string>;
}

export async function openPackage(path: string): Promise<PackageParts> {
	const archive: Archive = await openZip(path);
	const find = async (name: string) =>
		archive.members.has(name) ? new TextDecoder().decode(await archive.read(name)) : undefined;
	return {
		names: [...archive.members.keys()],
		find,
		async get(name) {
			const text = await find(name);
			if (text === undefined) throw new DocumentError(`it has no part '${name}'`);
			return text;
		},
		[Symbol.asyncDispose]: () => archive[Symbol.asyncDispose](),
	};
}
