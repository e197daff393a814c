/** No more requests to models in this session, which says nothing about what was asked. */
export class MemoryLimitError extends Error {
	override readonly name = "MemoryLimitError";
	constructor() {
		super("The limit of memory requests for one session is reached");
	}
}
