import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import type { Diagnostic } from "vscode-languageserver-types";

/** One run of a linter program. */
export interface LinterRun {
	/** Absolute path of the program. */
	readonly command: string;
	/** The project folder, in which it runs. */
	readonly root: string;
	/** How it is started; as it is without. */
	readonly inBox?: InBox | undefined;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly path: string;
	readonly text: string;
	readonly signal: AbortSignal;
}

/** A program that is run for each file, in place of a server. */
export interface Linter {
	readonly lint: (run: LinterRun) => Promise<Diagnostic[]>;
	/** The formatted text; `undefined` when the program leaves the file alone or cannot format it. */
	readonly format?: (run: LinterRun) => Promise<string | undefined>;
}
