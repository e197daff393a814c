/** Keeps the terminal from echoing what is typed, until the returned function is called. */
export async function hideTyping(): Promise<() => void> {
	const isHidden = await stty("-echo");
	return () => void (isHidden && stty("echo"));
}

async function stty(mode: string): Promise<boolean> {
	try {
		return (await Bun.spawn(["stty", mode], { stdio: ["inherit", "ignore", "ignore"] }).exited) === 0;
	} catch {
		// Without stty the secret is seen while it is typed, as in any program of that machine.
		return false;
	}
}
