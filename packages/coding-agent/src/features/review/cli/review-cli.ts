import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { onFatalSignal } from "../../../process/exit/signals.ts";
import type { CliIo } from "../../../process/terminal/io.ts";
import { foreignText } from "../../../process/terminal/terminal-text.ts";
import { UsageError } from "../../../process/usage-error.ts";
import type { CommandPorts, FeatureCliCommand } from "../../contract/command-ports.ts";
import type { Change } from "../change/change.ts";
import { changedLineCount } from "../change/change.ts";
import { loadTarget } from "../change/load-target.ts";
import { ReviewFault } from "../change/review-fault.ts";
import { describeTarget } from "../change/review-target.ts";
import { mustBeFixed } from "../findings/verdict.ts";
import type { ReviewReport } from "../report/report.ts";
import { count, findingLine } from "../report/text-report.ts";
import { parseReviewOptions, type ReviewOptions, reviewUsage } from "./review-flags.ts";

/** Reviews a change for scripts and builds. */
export const review: FeatureCliCommand = async (argv, host, io, ports) => {
	const options = parseReviewOptions(argv);
	if (options.wantsHelp) {
		await io.stdout.write(reviewUsage);
		return 0;
	}
	const interrupted = new AbortController();
	const work = reviewChange(options, host, io, { ports, signal: interrupted.signal });
	using _signals = onFatalSignal(
		["SIGINT", "SIGTERM", "SIGHUP"],
		async () => {
			interrupted.abort(new Error("interrupted"));
			// What there is is printed before the process ends.
			await work.catch(() => undefined);
		},
		io.exit,
	);
	try {
		return await work;
	} catch (error) {
		// Everything that keeps a review from being done has the same exit code.
		throw error instanceof UsageError ? error : new ReviewFault(errorMessage(error), { cause: error });
	}
};

interface CliRun {
	readonly ports: CommandPorts;
	readonly signal: AbortSignal;
}

async function reviewChange(options: ReviewOptions, host: Host, io: CliIo, { ports, signal }: CliRun): Promise<number> {
	const tell = (line: string) => io.stderr.write(`${foreignText(io.stderr, line)}\n`);
	await refuseUntrusted(host);
	const place = { cwd: host.cwd, env: host.env, signal, paths: options.paths };
	const change = await loadTarget(options.target, place);
	await tell(summaryLine(change));
	if (change.files.length === 0) {
		const report = emptyReport(change);
		await tell(change.skipped.length === 0 ? "Nothing to review" : "Nothing to review: all changed files are left out");
		if (options.format !== "text" || options.output !== undefined) await writeReport(report, options, host, io);
		return 0;
	}
	const { runReview, DismissedFindings } = await loadRun();
	await using helper = await ports.openHelper(
		host,
		options.model === undefined ? ["slow", "default"] : [options.model],
	);
	const { session, model } = helper;
	if (!model) {
		const wanted = options.model === undefined ? "" : ` for "${options.model}"`;
		throw new ReviewFault(`No model can be used${wanted}. Use -m, log in with omp login, or set an API key`);
	}
	const { budget } = session.workbench;
	if (options.maxCostUsd !== undefined) budget.run = { ...budget.run, usd: options.maxCostUsd };
	await tell(`● Reviewing with ${selectorOf(model)}`);
	const report = await runReview({
		...{ session, model, change, signal },
		dismissed: new DismissedFindings(session.agentDir, session.trust.project.key),
		onFinding: (finding) => void tell(`● ${findingLine(finding)}`),
		onPart: ({ number, paths }, total) => {
			if (total > 1) void tell(`● Part ${number} of ${total}: ${count(paths.length, "file")}`);
		},
	});
	for (const problem of report.problems) await tell(`● ${problem}`);
	await writeReport(report, options, host, io);
	return exitCode(report, signal);
}

async function loadRun() {
	const [{ runReview }, { DismissedFindings }] = await Promise.all([
		import("../run/run-review.ts"),
		import("../findings/dismissed-findings.ts"),
	]);
	return { runReview, DismissedFindings };
}

/** A part that failed is a fault unless something serious was found; a part left out for its cost is not. */
function exitCode({ findings, isComplete, leftOut, requests }: ReviewReport, signal: AbortSignal): number {
	if (signal.aborted) return 130;
	if (findings.some(mustBeFixed)) return 1;
	if (isComplete) return 0;
	const isOnlyCost = leftOut.every(({ reason }) => reason === "the cost limit is reached");
	return isOnlyCost && requests > 0 ? 0 : 2;
}

async function writeReport(
	report: ReviewReport,
	{ format, output }: ReviewOptions,
	host: Host,
	io: CliIo,
): Promise<void> {
	const text = await formatReport(report, format);
	if (output !== undefined) await writeFile(resolve(host.cwd, output), text);
	else await io.stdout.write(format === "text" ? foreignText(io.stdout, text) : text);
}

async function formatReport(report: ReviewReport, format: ReviewOptions["format"]): Promise<string> {
	switch (format) {
		case "json":
			return (await import("../report/json-report.ts")).jsonReport(report);
		case "sarif": {
			const [{ sarifReport }, { version }] = await Promise.all([
				import("../report/sarif-report.ts"),
				import("../../../process/version.ts"),
			]);
			return sarifReport(report, version);
		}
		case "text":
			return (await import("../report/text-report.ts")).textReport(report);
	}
}

function summaryLine(change: Change): string {
	const size = `${count(change.files.length, "file")}, ${count(changedLineCount(change), "changed line")}`;
	const reasons = new Map<string, number>();
	for (const { reason } of change.skipped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
	const left = [...reasons].map(([reason, number]) => `${number} ${reason}`).join(", ");
	return `● ${describeTarget(change.target)}: ${size}${left === "" ? "" : `; left out: ${left}`}`;
}

function emptyReport({ target, skipped }: Change): ReviewReport {
	return {
		...{ target, skipped, findings: [], dismissed: 0, leftOut: [], problems: [], models: [] },
		verdict: { correctness: "correct", explanation: "Nothing to review" },
		isComplete: true,
		costUsd: 0,
		requests: 0,
	};
}

/** Git runs what the settings of a repository name, also for a diff. */
async function refuseUntrusted(host: Host): Promise<void> {
	const [{ prepareStart }, { isGitUntrusted }] = await Promise.all([
		import("../../../startup/prepare-start.ts"),
		import("../../../trust/git/git-trust.ts"),
	]);
	const { gate } = await prepareStart(host, { configFiles: [], allowHome: true, noPty: false });
	if (!(await isGitUntrusted(gate, host.env))) return;
	throw new ReviewFault("Settings of this repository make git run programs that are not trusted. See omp trust");
}
