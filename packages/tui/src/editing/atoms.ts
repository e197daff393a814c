/** Pieces of a line that behave as one character, such as the marker of a large paste. */
export type AtomFinder = (line: string) => readonly Atom[];

export interface Atom {
	readonly start: number;
	readonly end: number;
}

export const NO_ATOMS: AtomFinder = () => [];

/** The results of both, in the order of the line. */
export function combineFinders(first: AtomFinder, second: AtomFinder | undefined): AtomFinder {
	if (!second) return first;
	return (line) => [...first(line), ...second(line)].sort((a, b) => a.start - b.start);
}

/** The atom that contains the index or ends there, in the given direction. */
export function atomBefore(atoms: readonly Atom[], index: number): Atom | undefined {
	return atoms.find((atom) => atom.start < index && index <= atom.end);
}

export function atomAfter(atoms: readonly Atom[], index: number): Atom | undefined {
	return atoms.find((atom) => atom.start <= index && index < atom.end);
}
