import type { FeatureKey } from "../../workbench/feature-definition.ts";

export const autolearnKey: FeatureKey = { name: "autolearn" };
