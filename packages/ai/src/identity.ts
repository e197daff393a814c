import packageJson from "../package.json" with { type: "json" };

export const appName = "omp";
/** Gateways that list the programs they serve ask for an address. */
export const appUrl = "omp://cli";

/** How omp presents itself to every provider. */
export const userAgent = `${appName}/${packageJson.version}`;
