import packageJson from "../package.json" with { type: "json" };

export const appName = "omp";
/** Gateways that list client programs want a URL. */
export const appUrl = "omp://cli";

/** The User-Agent sent to every provider. */
export const userAgent = `${appName}/${packageJson.version}`;
