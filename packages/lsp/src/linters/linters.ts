import type { ServerDefinition } from "../contract/server-definition.ts";
import { biome } from "./biome.ts";
import type { Linter } from "./linter.ts";
import { swiftlint } from "./swiftlint.ts";

export const linters: Readonly<Record<NonNullable<ServerDefinition["linterProgram"]>, Linter>> = { biome, swiftlint };
