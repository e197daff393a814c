import { buildProduct } from "./build/product-build.ts";
import { repositoryRoot } from "./repository-root.ts";

const { id, isNew, bytes } = await buildProduct(repositoryRoot);
console.log(isNew ? `Built dist/${id} (${Math.round(bytes / 1024)} KB)` : `dist/${id} is up to date`);
