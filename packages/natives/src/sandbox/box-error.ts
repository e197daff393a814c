import { constants } from "node:os";

/** The box could not be set up. */
export class BoxError extends Error {
	readonly errno: number | undefined;

	constructor(message: string, errno?: number) {
		super(errno === undefined ? message : `${message} with ${errnoName(errno)}`);
		this.errno = errno;
	}
}

function errnoName(errno: number): string {
	return Object.entries(constants.errno).find(([, number]) => number === errno)?.[0] ?? `error ${errno}`;
}
