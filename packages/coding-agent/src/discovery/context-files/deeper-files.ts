import type { Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";

/** Folders below the working folder that are looked into. */
const maxDepth = 3;
/** A tree so large that this is not enough is worked in by folders anyway. */
const timeLimitMs = 500;

const args = [
	"--files",
	"--null",
	"--no-require-git",
	`--max-depth=${maxDepth + 1}`,
	"--glob=AGENTS.md",
	"--glob=!node_modules",
];

/** `AGENTS.md` files below a folder, relative to it and sorted; its own is not among them. */
export async function deeperContextFiles(cwd: string, ripgrep: Ripgrep): Promise<string[]> {
	const chunks: Uint8Array[] = [];
	try {
		const signal = AbortSignal.timeout(timeLimitMs);
		await ripgrep.run(args, { cwd, signal, onData: (bytes) => chunks.push(bytes) });
	} catch {
		// Slow, or no ripgrep: which files are listed must not depend on how far it got.
		return [];
	}
	const paths = Buffer.concat(chunks).toString().split("\0");
	return paths.filter((path) => path.includes("/")).sort();
}
