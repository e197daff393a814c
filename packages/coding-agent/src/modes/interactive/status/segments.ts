import { definedMembers } from "@oh-my-pi/pi-utils/defect";
import { Registry } from "@oh-my-pi/pi-utils/registry";
import { jobsSegment, modeSegment, subagentsSegment } from "./segments/activity.ts";
import { approvalSegment } from "./segments/approval.ts";
import { contextSegment, contextTotalSegment } from "./segments/context.ts";
import { gitSegment, pullRequestSegment } from "./segments/git.ts";
import { modelSegment } from "./segments/model.ts";
import { pathSegment } from "./segments/path.ts";
import type { StatusSegment } from "./segments/segment.ts";
import { hostnameSegment, piSegment, sessionNameSegment, sessionSegment } from "./segments/session.ts";
import { clockSegment, timeSpentSegment } from "./segments/time.ts";
import {
	cacheHitSegment,
	cacheReadSegment,
	cacheWriteSegment,
	costSegment,
	quotaSegment,
	statusesSegment,
	tokenInSegment,
	tokenOutSegment,
	tokenRateSegment,
	tokenTotalSegment,
} from "./segments/usage.ts";

/** The segments a status line can have, by their names in settings. */
export function builtInSegments(): Registry<StatusSegment> {
	const all: readonly StatusSegment[] = [
		piSegment,
		modelSegment,
		modeSegment,
		approvalSegment,
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
	return new Registry(definedMembers("status segments", all).map((segment) => [segment.name, segment]));
}
