import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { describeFailure } from "../../files/open/open-regular.ts";
import type { Selector } from "../../files/paths/selector.ts";
import type { ReadDetails } from "../contract/details.ts";
import type { ReadDeps } from "../contract/read-ports.ts";
import { planLines } from "../text/line-plan.ts";
import { collectRows } from "../text/row-collector.ts";
import { showRows } from "../text/show-rows.ts";
import { folderListing, maxChildren } from "./list-folder.ts";

const maxRows = 1000;

/** A folder's tree; a range takes rows of it. */
export async function readFolder(
	path: string,
	shown: string,
	selector: Selector,
	deps: ReadDeps,
): Promise<ToolOutput<ReadDetails>> {
	if (selector.ranges.length > 1)
		throw new ToolError("Multi-range line selectors are not supported for directory listings.");
	const { rows, isCut } = await folderListing(path, deps.now()).catch((error: NodeJS.ErrnoException) => {
		throw new ToolError(`Cannot read '${shown}': ${describeFailure(error)}`, { cause: error });
	});
	// Rows are not lines of a file: a range means just these.
	const plan = planLines({ ...selector, raw: true }, maxRows);
	const { content, details } = showRows(collectRows(rows, plan, { maxColumns: 0 }), plan, {
		mode: "plain",
		maxColumns: 0,
	});
	const limits = isCut ? { limits: { resultLimit: { reached: maxChildren } } } : {};
	const truncation = details?.truncation ? { truncated: true as const, truncation: details.truncation } : {};
	const meta = { ...details?.meta, ...limits };
	return {
		content,
		details: { isDirectory: true, resolvedPath: path, ...truncation, ...(Object.keys(meta).length > 0 && { meta }) },
	};
}
