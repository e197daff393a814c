import { buildProduct } from "./build/product-build.ts";
import { repositoryRoot } from "./repository-root.ts";

// Somebody who only runs omp needs the packages for the next build alone.
const keepsUnused = !process.argv.includes("--save-space");
const { bytes } = await buildProduct(repositoryRoot, { keepsUnused });
console.log(`Built dist/omp (${Math.round(bytes / 1024 / 1024)} MB)`);
