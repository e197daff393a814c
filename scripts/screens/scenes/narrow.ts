import type { Scene } from "../scene.ts";
import { editDiff } from "./edit-diff.ts";

export const narrow: Scene = { ...editDiff, name: "narrow", cols: 40, rows: 36 };
