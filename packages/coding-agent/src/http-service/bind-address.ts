import { ServiceError } from "./service-error.ts";

/** Where a service listens. */
export interface BindAddress {
	/** A name or an address, IPv6 without brackets. */
	readonly host: string;
	/** 0 for any free one. */
	readonly port: number;
}

/** Parses `host:port`, `[::1]:port`, `:port` or `port`; what is left out comes from the default. */
export function parseBind(text: string, defaults: BindAddress): BindAddress {
	const match = /^(?:\[([\da-f:.]+)\]|([^\s:[\]/@?#]*))(?::(\d{1,5}))?$/i.exec(text);
	if (match === null) throw invalid(text);
	const [, ipv6, name = "", portText] = match;
	const isPortOnly = ipv6 === undefined && portText === undefined && /^\d{1,5}$/.test(name);
	const host = ipv6 ?? (isPortOnly || name === "" ? defaults.host : name);
	const port = Number(isPortOnly ? name : (portText ?? defaults.port));
	if (text === "" || port > 65_535) throw invalid(text);
	return { host, port };
}

/** Reached only from this machine. A name other than localhost may resolve to anything, so it does not count. */
export function isLoopback(host: string): boolean {
	return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** `host:port` as in a URL. */
export function formatAddress({ host, port }: BindAddress): string {
	return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function invalid(text: string): ServiceError {
	return new ServiceError(
		"invalid-address",
		`Cannot listen on "${text}": expected host:port, such as 127.0.0.1:4000 or [::1]:4000`,
	);
}
