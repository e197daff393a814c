import type { Look } from "./checked-programs.ts";
import * as looks from "./checked-programs.ts";
import { compiledUsages } from "./programs/compiled.data.ts";
import { containerUsages } from "./programs/containers.data.ts";
import { fileUsages } from "./programs/files.data.ts";
import { gitUsage } from "./programs/git.data.ts";
import { javascriptUsages } from "./programs/javascript.data.ts";
import { pythonUsages } from "./programs/python.data.ts";
import type { Usage } from "./usage/usage.ts";

/** What programs may be given to be free, by name. */
export const everydayPrograms: ReadonlyMap<string, Usage> = new Map(
	Object.entries({
		...fileUsages,
		...javascriptUsages,
		...pythonUsages,
		...compiledUsages,
		...containerUsages,
		git: gitUsage,
	}),
);

/** Programs that take a closer look than a table. */
export const checkedPrograms: ReadonlyMap<string, Look> = new Map(
	Object.entries<Look>({
		awk: looks.whyNotAwk,
		gawk: looks.whyNotAwk,
		mawk: looks.whyNotAwk,
		sed: looks.whyNotSed,
		gsed: looks.whyNotSed,
		curl: looks.whyNotCurl,
		wget: looks.whyNotWget,
		read: looks.whyNotReadLine,
		export: looks.whyNotExport,
		source: looks.whyNotSource,
		".": looks.whyNotSource,
		xargs: looks.whyNotXargs,
		tar: looks.whyNotArchive,
		sqlite3: looks.whyNotSqlite,
	}),
);
