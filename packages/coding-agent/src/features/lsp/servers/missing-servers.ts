import type { ServerDefinition } from "@oh-my-pi/pi-lsp/contract/server-definition";
import { builtInServers } from "./built-in-servers.data.ts";
import type { ConfiguredServer } from "./configured-servers.ts";
import type { ProjectFiles } from "./root-markers.ts";

/** Projects of every language have these. */
const generalMarkers: ReadonlySet<string> = new Set([".git", "Makefile"]);

/**
 * What to say about servers whose program is not there. A project with a `package.json` is not told of every server that has this
 * marker: only of the first, and only while no other server is there for the same files.
 */
export function missingServers(
	absent: readonly ConfiguredServer[],
	found: readonly ServerDefinition[],
	{ files, leftOut }: { readonly files: ProjectFiles; readonly leftOut: (program: string) => string | undefined },
): readonly string[] {
	const served = new Set(found.filter(({ isLinter }) => !isLinter).flatMap(({ fileTypes }) => fileTypes));
	const named = new Set<string>();
	return absent.flatMap((server) => {
		const { name, command, fileTypes, rootMarkers, isBuiltIn, isLinter, install } = server;
		const [mainType = ""] = fileTypes;
		const isWanted =
			!isBuiltIn ||
			(rootMarkers.some((marker) => files.find(marker) !== undefined && isFirstWith(marker, name)) &&
				(isLinter || !served.has(mainType)) &&
				!named.has(mainType));
		if (!isWanted) return [];
		if (!isLinter) named.add(mainType);
		const folder = leftOut(command);
		if (folder !== undefined) {
			return [
				`${name}: program "${command}" not found; the one in ${folder} is left out, because the project brings that folder of PATH`,
			];
		}
		return [`${name}: program "${command}" not found${install === undefined ? "" : `; ${install}`}`];
	});
}

function isFirstWith(marker: string, name: string): boolean {
	return (
		!generalMarkers.has(marker) && builtInServers.find(({ rootMarkers }) => rootMarkers.includes(marker))?.name === name
	);
}
