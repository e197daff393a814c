import type { SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { type RescuedSession, takeBackRescued } from "@oh-my-pi/pi-session/operations/take-back-rescued";
import { rescueFolder } from "./rescue-folder.ts";

export interface FoundRescued {
	/** For the user: what is back, and what is not. */
	readonly takenBack: readonly string[];
	readonly stranded: readonly string[];
	/** The file that has everything of a session. */
	readonly fileOf: (path: string) => string;
}

/** Looks for sessions that went on elsewhere while their disk was full, before one is resumed. */
export function findRescued(environment: SessionEnvironment): FoundRescued {
	const found = takeBackRescued(environment, rescueFolder(environment.host));
	const elsewhere = found.filter(({ problem }) => problem !== undefined);
	const files = new Map(elsewhere.map(({ original, rescued }) => [original, rescued]));
	return {
		takenBack: found.filter(({ problem }) => problem === undefined).map(noticeText),
		stranded: elsewhere.map(noticeText),
		fileOf: (path) => files.get(path) ?? path,
	};
}

function noticeText({ rescued, original, problem }: RescuedSession): string {
	if (problem === undefined) return `What was said in ${rescued} while the disk was full is back in ${original}`;
	return `${original} went on in ${rescued} and could not be put back: ${problem}. Resuming it opens that file.`;
}
