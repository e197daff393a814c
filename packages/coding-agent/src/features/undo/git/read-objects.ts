import type { GitEnv } from "@oh-my-pi/pi-natives/git/git-command";
import { runGit } from "@oh-my-pi/pi-natives/git/run-git";

interface From {
	/** The mirror of objects. */
	readonly folder: string;
	readonly env: GitEnv;
}

const timeoutMs = 120_000;

/** Sizes of blobs by their id; those that are missing are left out. */
export async function readBlobSizes(ids: readonly string[], from: From): Promise<ReadonlyMap<string, number>> {
	const { code, stdout } = await catFile("--batch-check", ids, from);
	const sizes = new Map<string, number>();
	if (code !== 0) return sizes;
	for (const line of stdout.toString("latin1").split("\n")) {
		const [id = "", type, size] = line.split(" ");
		if (type === "blob") sizes.set(id, Number(size));
	}
	return sizes;
}

/** Calls `onBlob` with the content of each that is there. */
export async function readBlobs(
	ids: readonly string[],
	from: From,
	onBlob: (id: string, content: Buffer) => void,
): Promise<void> {
	const { stdout } = await catFile("--batch", ids, from);
	for (let at = 0; at < stdout.length; ) {
		const lineEnd = stdout.indexOf(10, at);
		if (lineEnd < 0) return;
		const [id = "", type, size = ""] = stdout.toString("latin1", at, lineEnd).split(" ");
		at = lineEnd + 1;
		if (type !== "blob" && size === "") continue;
		const end = at + Number(size);
		if (type === "blob") onBlob(id, stdout.subarray(at, end));
		at = end + 1;
	}
}

function catFile(option: string, ids: readonly string[], { folder, env }: From) {
	const variables = { GIT_DIR: folder, GIT_NO_REPLACE_OBJECTS: "1" };
	return runGit(["cat-file", option], { cwd: folder, env, variables, stdin: `${ids.join("\n")}\n`, timeoutMs });
}
