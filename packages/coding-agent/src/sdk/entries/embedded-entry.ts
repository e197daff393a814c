import { providePackages } from "../../process/process-host.ts";
import { hostPackages } from "../packages/host-packages.ts";

// Extensions of a program that embeds omp import the same packages.
providePackages(hostPackages);

export * from "../packages/coding-agent/coding-agent-package.ts";
