import { glyphsStep } from "./glyphs-step.ts";
import { modelStep } from "./model-step.ts";
import { providersStep } from "./providers-step.ts";
import type { SetupStep } from "./setup-step.ts";
import { themeStep } from "./theme-step.ts";

/** In this order; the highest `since` is the version that counts as seen afterwards. */
export const setupSteps: readonly SetupStep[] = [providersStep, modelStep, glyphsStep, themeStep];
