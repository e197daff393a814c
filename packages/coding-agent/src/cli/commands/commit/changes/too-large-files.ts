import { parseNumstat } from "@oh-my-pi/pi-natives/git/parse-numstat";
import { parseUnits } from "./change-unit.ts";
import type { Repository } from "./repository.ts";

const maxBlobBytes = 4 * 1024 * 1024;
const maxChangedLines = 20_000;
const maxTotalBytes = 64 * 1024 * 1024;

/** Files whose diff is not made: nobody reads it, and it may not fit into memory. They are committed as a whole. */
export async function tooLargePaths(
	repository: Repository,
	raw: string,
	numstat: string,
): Promise<ReadonlySet<string>> {
	const units = parseUnits(raw, new Map());
	const lines = new Map(parseNumstat(numstat).map((file) => [file.path, file.lines]));
	const ids = [...new Set(units.flatMap(({ before, after }) => [before?.id ?? [], after?.id ?? []].flat()))];
	const answer = await repository.text(["cat-file", "--batch-check=%(objectname) %(objectsize)"], {
		stdin: `${ids.join("\n")}\n`,
	});
	const sizes = new Map(
		answer.split("\n").map((line) => {
			const [id = "", size = "0"] = line.split(" ");
			// A submodule's commit is not there.
			return [id, Number(size) || 0];
		}),
	);
	const sized = units.map(({ path, before, after }) => ({
		path,
		bytes: Math.max(sizes.get(before?.id ?? "") ?? 0, sizes.get(after?.id ?? "") ?? 0),
	}));
	const found = new Set<string>();
	let total = 0;
	for (const { path, bytes } of sized.toSorted((a, b) => a.bytes - b.bytes)) {
		total += bytes;
		if (bytes > maxBlobBytes || total > maxTotalBytes || (lines.get(path) ?? 0) > maxChangedLines) found.add(path);
	}
	return found;
}
