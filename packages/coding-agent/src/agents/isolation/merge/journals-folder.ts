import { join } from "node:path";

/** There only while results are being put in place, or after an omp was killed at it. */
export const journalsFolder = (base: string): string => join(base, "merges");
