import { checkedRules } from "./checked-rules.ts";
import type { GeneratedFile } from "./generated-file.ts";

export const generatedFiles: readonly GeneratedFile[] = [checkedRules];
