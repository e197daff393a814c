import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";

const BASICS =
	"bash cat chmod cp dirname du env find git grep ln ls mkdir mkfifo mv node npm ps readlink rm sed sh sleep tail touch tr uname";

/** Creates a PATH folder with git, Node and npm and nothing else, especially no Bun. */
export async function barePath(folder: string, options: { without?: readonly string[] } = {}): Promise<string> {
	await mkdir(folder, { recursive: true });
	for (const program of BASICS.split(" ")) {
		const found = options.without?.includes(program) ? null : Bun.which(program);
		if (found) await symlink(found, join(folder, program));
	}
	return folder;
}
