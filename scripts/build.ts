import { buildProduct } from "./build/product-build.ts";
import { repositoryRoot } from "./repository-root.ts";

const { bytes } = await buildProduct(repositoryRoot);
console.log(`Built dist/omp (${Math.round(bytes / 1024 / 1024)} MB)`);
