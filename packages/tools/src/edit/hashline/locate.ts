import { existsSync } from "node:fs";
import { basename } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type MutationPorts, pathBase } from "../../shared/mutate/ports.ts";
import { resolvePath } from "../../shared/paths/resolve-path.ts";
import { showPath } from "../../shared/paths/show-path.ts";
import { schemeOf } from "../../shared/paths/uri.ts";
import type { Header } from "./header.ts";

type LocatePorts = Pick<MutationPorts, "cwd" | "home" | "snapshots">;

export interface LocatedFile {
	readonly path: string;
	readonly warning?: string;
}

/** The file a header means: the one of that path, else the only one of that name whose version has the tag. */
export function locateFile({ path, tag }: Header, ports: LocatePorts): LocatedFile {
	const base = pathBase(ports);
	if (schemeOf(path) !== undefined || existsSync(resolvePath(path, base))) return { path };
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
