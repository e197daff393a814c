import type { LintResult } from "@oh-my-pi/pi-lsp/contract/language-servers";

export type Diagnostic = LintResult[number];

/** What one server says about one file. */
export interface ServerReport {
	readonly server: string;
	readonly path: string;
	readonly text: string;
	readonly diagnostics: readonly Diagnostic[];
}

export interface Compared {
	/** Not there before, or somewhere else too. */
	readonly fresh: readonly Diagnostic[];
	/** Shown before, and still there. */
	readonly left: readonly Diagnostic[];
	/** Something was shown before. */
	readonly wasReported: boolean;
}

/** Enough to compare; the rest of a flood is not new in any way that matters. */
const maxCompared = 5000;
const hint = 4;

/** Which problems of files are known, so that only new ones are shown. A problem that moves with its line stays the same. */
export class KnownProblems {
	readonly #known = new Map<string, ReadonlyMap<string, number>>();
	readonly #reported = new Map<string, ReadonlySet<string>>();

	isKnown(server: string, path: string): boolean {
		return this.#known.has(keyFor(server, path));
	}

	/** How a file was before it is changed for the first time. */
	setBaseline(report: ServerReport): void {
		const { server, path } = report;
		this.#known.set(keyFor(server, path), countPrints(report));
	}

	/** Remembers what there is now; gives what is new in it. */
	update(report: ServerReport, { onlyNew }: { readonly onlyNew: boolean }): Compared {
		const key = keyFor(report.server, report.path);
		const before = new Map(this.#known.get(key));
		const reported = this.#reported.get(key) ?? new Set();
		const fresh: Diagnostic[] = [];
		const left: Diagnostic[] = [];
		const shown = new Set<string>();
		const printed = prints(report);
		for (const [diagnostic, print] of printed) {
			const count = before.get(print) ?? 0;
			before.set(print, count - 1);
			if (count > 0 && onlyNew) {
				if (!reported.has(print)) continue;
				left.push(diagnostic);
			} else fresh.push(diagnostic);
			shown.add(print);
		}
		this.#known.set(key, countPrints(report));
		this.#reported.set(key, shown);
		return { fresh, left, wasReported: reported.size > 0 };
	}

	forget(path: string): void {
		for (const key of [...this.#known.keys(), ...this.#reported.keys()]) {
			if (!key.endsWith(`\n${path}`)) continue;
			this.#known.delete(key);
			this.#reported.delete(key);
		}
	}
}

function keyFor(server: string, path: string): string {
	return `${server}\n${path}`;
}

function countPrints(report: ServerReport): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const [, print] of prints(report)) counts.set(print, (counts.get(print) ?? 0) + 1);
	return counts;
}

/** By what a problem is the same: everything but its place. Hints are suggestions, not problems. */
function prints({ text, diagnostics }: ServerReport): Array<readonly [Diagnostic, string]> {
	const lines = text.split("\n");
	return diagnostics
		.filter(({ severity }) => severity !== hint)
		.slice(0, maxCompared)
		.map((diagnostic) => {
			const { message, code, source, severity, range } = diagnostic;
			const line = lines[range.start.line]?.trim() ?? "";
			return [diagnostic, JSON.stringify([message, code, source, severity, line])];
		});
}
