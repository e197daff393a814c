/** Events in the order of their time: a binary heap. */
export class EventLine<Event> {
	readonly #heap: Array<{ readonly at: number; readonly event: Event }> = [];
	#now = 0;

	add(at: number, event: Event): void {
		const heap = this.#heap;
		let index = heap.push({ at, event }) - 1;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (this.#at(parent) <= this.#at(index)) break;
			this.#swap(index, parent);
			index = parent;
		}
	}

	/** From the end of what was taken last. */
	addAfter(ms: number, event: Event): void {
		this.add(this.#now + ms, event);
	}

	/** What is due before a time. */
	takeUntil(end: number): Event[] {
		this.#now = end;
		const due: Event[] = [];
		while (this.#heap.length > 0 && this.#at(0) < end) due.push(this.#takeFirst());
		return due;
	}

	#takeFirst(): Event {
		const heap = this.#heap;
		const first = heap[0];
		const last = heap.pop();
		if (!first || !last) throw new Error("There is no event");
		if (heap.length === 0) return first.event;
		heap[0] = last;
		for (let index = 0; ; ) {
			const left = 2 * index + 1;
			const smaller = this.#at(left + 1) < this.#at(left) ? left + 1 : left;
			if (this.#at(smaller) >= this.#at(index)) return first.event;
			this.#swap(index, smaller);
			index = smaller;
		}
	}

	#at(index: number): number {
		return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY;
	}

	#swap(a: number, b: number): void {
		const [first, second] = [this.#heap[a], this.#heap[b]];
		if (!first || !second) return;
		this.#heap[a] = second;
		this.#heap[b] = first;
	}
}
