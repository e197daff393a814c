import { join } from "node:path";
import { buildBinary } from "./build/binary-build.ts";
import { repositoryRoot } from "./repository-root.ts";

const bytes = await buildBinary(repositoryRoot, join(repositoryRoot, "dist/omp"));
console.log(`Built dist/omp (${Math.round(bytes / 1024 / 1024)} MB)`);
