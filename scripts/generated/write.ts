import { repositoryRoot } from "../repository-root.ts";
import { generatedFiles } from "./generated-files.ts";
import { writeOutdated } from "./outdated.ts";

for (const path of await writeOutdated(repositoryRoot, generatedFiles)) console.log(`Wrote ${path}`);
