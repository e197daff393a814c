import type { FlagDefinition } from "../../../startup/flags.data.ts";

export const undoActions = ["list", "show", "diff", "apply", "redo"] as const;

export type UndoAction = (typeof undoActions)[number];

export const undoFlags = [
	{ name: "session", kind: "string", value: "id", help: "Another session than the last one of this folder" },
	{ name: "dry-run", kind: "boolean", help: "apply, redo: only say what would be done" },
	{ name: "json", kind: "boolean", help: "Print one JSON document" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

export const undoUsage = `USAGE
  omp undo [list]                       turns that changed files, the last one first
  omp undo show  [turn]                 files that a turn changed, by tool
  omp undo diff  [turn|call|all] [file…]   lines that it changed
  omp undo apply [turn|call|all] [file…]   takes it back
  omp undo redo  [turn|call] [file…]    puts it back

Without a turn it is the last one of the last session of this folder. What you changed since stays: files are merged, and where that is not possible they are left alone and named.
`;
