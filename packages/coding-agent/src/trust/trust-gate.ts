import { type Claim, hashClaim } from "./claim.ts";
import { trustTitle } from "./kinds.ts";
import { type Decision, type Decisions, Ledger } from "./ledger.ts";
import { findProject, nameIn, type Project, realPath } from "./project.ts";

/** A claim that was left out. */
export interface WaitingClaim extends Claim {
	/** Its name in the ledger, such as `settings:.omp/config.yml`. */
	readonly id: string;
	readonly hash: string;
	/** What was decided about other content at this place. */
	readonly before: Decision | undefined;
	/** The user declined exactly this content. */
	readonly isDeclined: boolean;
}

export interface GateOptions {
	readonly agentDir: string;
	readonly cwd: string;
	/** Files here are the user's own. */
	readonly home?: string;
	/** For the date of a decision; a gate that only reads has none. */
	readonly now?: () => number;
	/** `--trust`: everything that is there now, for this run. */
	readonly acceptAll?: boolean;
	/** Hashes of a lock file. */
	readonly locked?: ReadonlySet<string>;
}

/**
 * The one gate: nothing that came with a project runs, redirects or loosens anything unless `admits` said so. A claim carries the
 * content that will be used, so that nothing can change between check and use. Nothing is read from the disk before there is a
 * claim.
 */
export class TrustGate {
	#project: Project | undefined;
	readonly #options: GateOptions;
	readonly #ledger: Ledger;
	/** The gates of other folders in this process. */
	readonly #others: Map<string, TrustGate>;
	#decisions: Decisions | undefined;
	readonly #waiting = new Map<string, WaitingClaim>();
	readonly #admitted = new Map<string, WaitingClaim>();
	readonly #watchers = new Set<() => void>();

	constructor(options: GateOptions, others = new Map<string, TrustGate>()) {
		this.#options = options;
		this.#others = others.set(options.cwd, this);
		this.#ledger = new Ledger(options.agentDir, options.now ?? (() => 0));
	}

	get cwd(): string {
		return this.#options.cwd;
	}

	get project(): Project {
		this.#project ??= findProject(this.#options.cwd);
		return this.#project;
	}

	/** A gate for another folder with the same rules. */
	at(cwd: string): TrustGate {
		return this.#others.get(cwd) ?? new TrustGate({ ...this.#options, cwd }, this.#others);
	}

	/** A copy of this project elsewhere: what is trusted here is trusted there, as long as it has the same content. */
	adopt(copy: { readonly root: string; readonly cwd: string }): void {
		const gate = new TrustGate({ ...this.#options, cwd: copy.cwd }, this.#others);
		gate.#project = { root: realPath(copy.root), key: this.project.key };
	}

	/** True if the user accepted exactly this content; else it is kept in `waiting`. */
	admits(claim: Claim): boolean {
		if (trustTitle(claim) === undefined) throw new Error(`"${claim.kind}" is not in the list of trust kinds`);
		if (this.#isAtHome) return true;
		const { entry, isAdmitted } = this.#judge(claim);
		const { id } = entry;
		const wasWaiting = this.#waiting.delete(id);
		this.#admitted.delete(id);
		(isAdmitted ? this.#admitted : this.#waiting).set(id, entry);
		if (wasWaiting === isAdmitted) for (const notify of this.#watchers) notify();
		return isAdmitted;
	}

	/** The same without a trace: for what nobody misses, so that nobody need be told of it. */
	trusts(claim: Claim): boolean {
		return this.#isAtHome || this.#judge(claim).isAdmitted;
	}

	get #isAtHome(): boolean {
		const { cwd, home } = this.#options;
		return home !== undefined && realPath(cwd) === realPath(home);
	}

	#judge(claim: Claim): { readonly entry: WaitingClaim; readonly isAdmitted: boolean } {
		const name = nameIn(this.project, claim.path);
		const id = `${claim.kind}:${name}`;
		const hash = hashClaim(claim, name);
		this.#decisions ??= this.#ledger.decisions(this.project.key);
		const decision = this.#decisions[id];
		const known = decision?.hash === hash ? decision : undefined;
		const entry = { ...claim, id, hash, before: known ? undefined : decision, isDeclined: known?.trusted === false };
		const { acceptAll = false, locked } = this.#options;
		return { entry, isAdmitted: acceptAll || locked?.has(hash) === true || known?.trusted === true };
	}

	/** Calls back when something begins or ends to be left out; gives the way to end that. */
	watch(onChange: () => void): () => void {
		this.#watchers.add(onChange);
		return () => this.#watchers.delete(onChange);
	}

	/** What was left out. */
	get waiting(): readonly WaitingClaim[] {
		return [...this.#waiting.values()];
	}

	/** What the user has not decided about yet. */
	get undecided(): readonly WaitingClaim[] {
		return this.waiting.filter(({ isDeclined }) => !isDeclined);
	}

	get admitted(): readonly WaitingClaim[] {
		return [...this.#admitted.values()];
	}

	get decisions(): Decisions {
		return this.#ledger.decisions(this.project.key);
	}

	/** Remembers that the user trusts, or declined, exactly these. */
	async decide(claims: readonly WaitingClaim[], trusted: boolean): Promise<void> {
		await this.#ledger.change(this.project.key, (before) => ({
			...before,
			...Object.fromEntries(
				claims.map(({ id, hash, shown }) => [id, this.#ledger.decide(hash, trusted, shown)] as const),
			),
		}));
		this.#decisions = undefined;
		if (!trusted) return;
		// What something else that was trusted replaces is not asked about again.
		const settled = claims.filter(({ id, hash }) => this.#waiting.get(id)?.hash === hash);
		for (const { id } of settled) this.#waiting.delete(id);
		if (settled.length > 0) for (const notify of this.#watchers) notify();
	}

	/** Forgets decisions, all or some. */
	async forget(ids?: readonly string[]): Promise<void> {
		await this.#ledger.change(this.project.key, (before) =>
			ids ? Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id))) : {},
		);
		this.#decisions = undefined;
	}
}
