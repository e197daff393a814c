import type { recentRequests } from "../../queries/request-rows.ts";
import type { StatsAnswers } from "../../queries/stats-answers.ts";
import type { OpenTables } from "./panel.ts";

/** What the API answers. */
export type Answer<Name extends keyof StatsAnswers> = StatsAnswers[Name] extends (...args: never[]) => infer Value
	? Awaited<Value>
	: never;
export type RequestRecord = ReturnType<typeof recentRequests>[number];

/** What a page is drawn with. */
export interface PageContext {
	/** Buckets are hours; days otherwise. */
	readonly isHours: boolean;
	readonly open: OpenTables;
	readonly showRequest: (id: number) => void;
	/** The project that the gain page shows; empty for all. */
	readonly project: string;
	readonly chooseProject: (project: string) => void;
}

/** One of the ten pages. */
export interface Page {
	readonly name: string;
	readonly title: string;
	/** Where its numbers are; the range is added where there is one. */
	readonly path: string;
	readonly hasRange: boolean;
	/** The answer has been checked by nobody but our own server. */
	readonly draw: (answer: never, context: PageContext) => readonly HTMLElement[];
}
