import type { Mode } from "../mode.ts";

/** What a key does. False when there is nothing to do: the key then goes on to the editor. */
export type Action = (mode: Mode) => boolean;

/** A key that does what a command does. */
export function runs(line: string): Action {
	return (mode) => {
		void mode.submit(line);
		return true;
	};
}

/** A key that always does something. */
export function always(act: (mode: Mode) => void): Action {
	return (mode) => {
		act(mode);
		return true;
	};
}
