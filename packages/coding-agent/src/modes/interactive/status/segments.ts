import type { StatusSegment } from "./segment.ts";
import { contextSegment } from "./segments/context.ts";
import { costSegment } from "./segments/cost.ts";
import { modelSegment } from "./segments/model.ts";
import { pathSegment } from "./segments/path.ts";

/** From left to right. */
export const statusSegments: readonly StatusSegment[] = [modelSegment, pathSegment, contextSegment, costSegment];
