import { Registry } from "@oh-my-pi/pi-utils/registry";
import type { StatusSegment } from "./segment.ts";
import { contextSegment, contextTotalSegment } from "./segments/context.ts";
import { costSegment } from "./segments/cost.ts";
import { gitSegment } from "./segments/git.ts";
import { jobsSegment } from "./segments/jobs.ts";
import { modeSegment } from "./segments/mode.ts";
import { modelSegment } from "./segments/model.ts";
import { pathSegment } from "./segments/path.ts";
import { piSegment } from "./segments/pi.ts";
import { pullRequestSegment } from "./segments/pr.ts";
import { quotaSegment, statusesSegment } from "./segments/reports.ts";
import { hostnameSegment, sessionNameSegment, sessionSegment } from "./segments/session.ts";
import { subagentsSegment } from "./segments/subagents.ts";
import { clockSegment, timeSpentSegment } from "./segments/time.ts";
import {
	cacheHitSegment,
	cacheReadSegment,
	cacheWriteSegment,
	tokenInSegment,
	tokenOutSegment,
	tokenRateSegment,
	tokenTotalSegment,
} from "./segments/tokens.ts";

/** The segments a status line can have, by their names in settings. */
export function builtInSegments(): Registry<StatusSegment> {
	const all: readonly StatusSegment[] = [
		piSegment,
		modelSegment,
		modeSegment,
		pathSegment,
		gitSegment,
		pullRequestSegment,
		subagentsSegment,
		jobsSegment,
		tokenInSegment,
		tokenOutSegment,
		tokenTotalSegment,
		tokenRateSegment,
		costSegment,
		contextSegment,
		contextTotalSegment,
		timeSpentSegment,
		clockSegment,
		sessionSegment,
		sessionNameSegment,
		hostnameSegment,
		cacheReadSegment,
		cacheWriteSegment,
		cacheHitSegment,
		quotaSegment,
		statusesSegment,
	];
	return new Registry(all.map((segment) => [segment.name, segment]));
}
