import { AsyncLocalStorage } from "node:async_hooks";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The session that extensions act for. */
export interface PackageSession {
	/** Differs from those of all other sessions of the process. */
	readonly id: string;
	/** Counts requests to models like those of the session. */
	countRequests(stream: StreamFn): StreamFn;
}

/** Loads modules, by the name of the package (`pi-tui`) and its part. */
export type Packages = Readonly<Record<string, () => Promise<object>>>;

/** Our own packages, for extensions of a session that import them. */
export type HostPackages = (session: PackageSession) => Packages;

/** A host that also says what extensions may import. */
export interface PackageHost extends Host {
	readonly packages?: HostPackages;
}

export function packagesOf({ packages }: PackageHost): HostPackages {
	return packages ?? (() => ({}));
}

const scope = new AsyncLocalStorage<PackageSession>();

/** Runs code of an extension; modules that several sessions share then know for which one it runs. */
export function runForSession<Result>(session: PackageSession, work: () => Result): Result {
	return scope.run(session, work);
}

/** The session whose extension is running. For modules that cannot be loaded once per session, such as installed packages. */
export const runningSession: PackageSession = {
	id: "running",
	countRequests: (stream) => scope.getStore()?.countRequests(stream) ?? stream,
};
