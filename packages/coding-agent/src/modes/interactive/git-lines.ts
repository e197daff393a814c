/** The lines a git command prints; none when it fails or there is no git. */
export async function gitLines(cwd: string, args: readonly string[]): Promise<string[]> {
	try {
		const child = Bun.spawn(["git", ...args], { cwd, stdin: "ignore", stdout: "pipe", stderr: "ignore" });
		const [text, code] = await Promise.all([new Response(child.stdout).text(), child.exited]);
		return code === 0 ? text.split("\n").filter((line) => line !== "") : [];
	} catch {
		return [];
	}
}
