/** Gives the command that starts another one in the box. */
export interface InBox {
	(command: readonly string[]): readonly string[];
	/** What the box sets in the environment of programs, or takes out of it. */
	readonly variables?: Readonly<Record<string, string | undefined>>;
	/** Whether a program inside listens on a TCP port; absent where the box has no network of its own. */
	readonly hasServer?: (port: number) => boolean;
}

/** Program and arguments for starting something, in a box if there is one. */
export function startedBy(
	inBox: InBox | undefined,
	program: string,
	args: readonly string[],
): { readonly command: string; readonly args: readonly string[] } {
	const [command = program, ...rest] = inBox?.([program, ...args]) ?? [program, ...args];
	return { command, args: rest };
}
