import { existsSync } from "node:fs";
import { basename } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { showPath } from "@oh-my-pi/pi-policy/paths/show-path";
import { parseScheme } from "@oh-my-pi/pi-policy/paths/uri";
import { type MutationPorts, pathBase } from "../../files/mutate/ports.ts";
import type { Header } from "./parse/header.ts";

type LocatePorts = Pick<MutationPorts, "cwd" | "home" | "snapshots">;

export interface LocatedFile {
	readonly path: string;
	readonly warning?: string;
}

/** The file a header means: the one of that path, else the only one of that name whose version has the tag. */
export function locateFile({ path, tag }: Header, ports: LocatePorts): LocatedFile {
	const base = pathBase(ports);
	if (parseScheme(path) !== undefined || existsSync(resolvePath(path, base))) return { path };
	const named = ports.snapshots
		.pathsWith(tag)
		.filter((known) => basename(known) === basename(path) && existsSync(known))
		.map((known) => showPath(known, base));
	const [found, ...others] = named;
	if (found === undefined) return { path };
	if (others.length > 0) {
		throw new ToolError(`File not found: ${path}. #${tag} was shown for ${named.join(" and ")}; write the whole path.`);
	}
	return { path: found, warning: `There is no ${path}; #${tag} was shown for ${found}, so that was edited.` };
}
