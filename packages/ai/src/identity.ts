import packageJson from "../package.json" with { type: "json" };

/** How omp presents itself to every provider. */
export const userAgent = `omp/${packageJson.version}`;
