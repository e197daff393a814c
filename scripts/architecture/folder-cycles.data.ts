/** Folders whose files and subfolders still import each other in a circle. The list only gets shorter. */
export const knownCycles: readonly string[] = [];
