/**
 * A script that, run in the root, prints which inputs are newer than `dist/inputs` or gone. A file's change time cannot be set back,
 * which its modification time can (by unpacking an archive over the checkout, for one), but not every `find` knows about it, and
 * few can read the list themselves, which is twice as fast.
 */
export function checkScript(): string {
	if (findAccepts(["-files0-from", "-", "-prune", "-cnewer", "/"])) {
		return "find -files0-from dist/inputs -prune -cnewer dist/inputs\n";
	}
	const newer = findAccepts(["/", "-prune", "-cnewer", "/"]) ? "-cnewer" : "-newer";
	return `xargs -0 sh -c 'exec find "$@" -prune ${newer} dist/inputs' sh <dist/inputs\n`;
}

function findAccepts(args: readonly string[]): boolean {
	return Bun.spawnSync(["find", ...args], { stdin: Buffer.from("/\0"), stdout: "ignore", stderr: "ignore" }).success;
}
