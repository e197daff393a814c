import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder. */
export interface ScratchFolder extends AsyncDisposable {
	readonly path: string;
}

export async function scratchFolder(): Promise<ScratchFolder> {
	const path = await mkdtemp(join(tmpdir(), "omp-"));
	return {
		path,
		async [Symbol.asyncDispose]() {
			await rm(path, { recursive: true, force: true });
		},
	};
}
