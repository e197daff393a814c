import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { type PackageSession, runForSession } from "../../../process/host-packages.ts";

/** Wraps requests so that they are counted. */
interface RequestMeter {
	stream(inner: StreamFn): StreamFn;
}

/** Counts the requests of a session's extensions. Modules keep it for good, so it holds the session only while that is open. */
export class ExtensionRequests implements PackageSession {
	readonly id: string;
	/** Absent while extensions are loaded, and when they were unloaded. */
	meter: RequestMeter | undefined;

	constructor(id: string) {
		this.id = id;
	}

	countRequests(stream: StreamFn): StreamFn {
		const counted = this.meter?.stream(stream);
		return counted ? (model, context, options) => counted(model, context, { ...options, purpose: "helper" }) : stream;
	}

	/** Runs code of an extension. */
	readonly run = <Result>(work: () => Result): Result => runForSession(this, work);
}
