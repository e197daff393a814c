/** Longer texts are tested in pieces that overlap by half, and then as a whole. */
const maxPiece = 800;
const maxStep = 20_000;
const firstPiece = 16;
const growth = 1.25;
/** For one test, and more for a long text. */
const slowMs = 100;
const slowMsPerLetter = 0.0005;
const maxSlow = 3;
/** With more repetitions than these, a few bad letters among good ones cost too much. */
const fewRepetitions = 2;

/**
 * An expression of a project, which may be written to take forever. It is tested on short texts before longer ones, and not used any
 * more once it was slow: each step is only so much slower than the one before.
 */
export class GuardedExpression extends RegExp {
	#slow = 0;
	#deadline = 0;
	readonly #isSimple = (this.source.match(/[*+]|\{\d+,/g)?.length ?? 0) <= fewRepetitions;

	get isTooSlow(): boolean {
		return this.#slow >= maxSlow;
	}

	override test(text: string): boolean {
		this.#deadline = performance.now() + slowMs + text.length * slowMsPerLetter;
		if (!this.#isSimple) {
			for (let size = firstPiece; size < Math.min(text.length, maxPiece); size = Math.ceil(size * growth)) {
				for (const piece of piecesOf(text, size)) if (this.#isSlow(piece)) return false;
			}
		}
		const before = this.#slow;
		for (const piece of piecesOf(text, maxPiece)) {
			if (this.#testPiece(piece)) return true;
			if (this.#slow > before) return false;
		}
		if (text.length <= maxPiece) return false;
		// A dot does not go beyond a line.
		return (this.dotAll || /\[|\\[sSWDn]/.test(this.source)) && this.#testPiece(text, maxPiece);
	}

	#testPiece(text: string, first = firstPiece): boolean {
		for (let size = first; size < text.length; size += Math.min(maxStep, Math.ceil(size * (growth - 1)))) {
			if (this.#isSlow(text.slice(0, size))) return false;
		}
		return !this.isTooSlow && super.test(text);
	}

	#isSlow(text: string): boolean {
		if (this.isTooSlow) return true;
		super.test(text);
		const late = performance.now() - this.#deadline;
		// A busy computer is slow as well, but not that slow.
		if (late > 0) this.#slow += late > 5 * slowMs ? maxSlow : 1;
		return late > 0;
	}
}

function* piecesOf(text: string, size: number): Generator<string> {
	for (let at = 0; at === 0 || at + size / 2 < text.length; at += size / 2) yield text.slice(at, at + size);
}
