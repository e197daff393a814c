import { checkedRules } from "./checked-rules.ts";
import { embeddedDocs } from "./embedded-docs.ts";
import type { GeneratedFile } from "./generated-file.ts";

export const generatedFiles: readonly GeneratedFile[] = [checkedRules, embeddedDocs];
