/** Where the user can see and use a program that needs a terminal; only a mode with a screen has one. */
export interface ConsolePort {
	/** Opens a window for the program until it is disposed of. */
	open(program: ConsoleProgram): Promise<ConsoleWindow>;
}

/** What the window can do with the program. */
export interface ConsoleProgram {
	readonly title: string;
	readonly command: string;
	/** Keys as a terminal sends them. */
	type(keys: string): void;
	resize(cols: number, rows: number): void;
	/** Ends it with everything it started; Esc does this. */
	kill(): void;
}

export interface ConsoleWindow extends Disposable {
	readonly cols?: number;
	readonly rows?: number;
	/** What the program writes, escape sequences included. */
	write(bytes: Uint8Array): void;
}
