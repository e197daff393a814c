import { dirname } from "node:path";

export const repositoryRoot = dirname(import.meta.dir);
