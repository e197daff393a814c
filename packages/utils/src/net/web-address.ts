/** An address of the web: http or https, with a host and a valid port. */
export function isWebAddress(text: string): boolean {
	const url = URL.parse(text);
	if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return false;
	// `URL` also reads "https:/x" and "https:x", where somebody has left out the host.
	return /^\s*https?:\/\/[^/]/i.test(text) && url.hostname !== "";
}

/** An address without the user and password in it, which become a header. */
export function takeLogin(address: string): { address: string; authorization?: string } {
	// Nearly none has any.
	if (!address.includes("@")) return { address };
	const url = URL.parse(address);
	if (!url || (url.username === "" && url.password === "")) return { address };
	const pair = `${decoded(url.username)}:${decoded(url.password)}`;
	url.username = "";
	url.password = "";
	return { address: url.href, authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** For messages: also of a text that is no URL. */
export function withoutLogin(address: string): string {
	return address.replace(/\/\/[^/?#]*@/, "//");
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		// A percent sign that stands for itself.
		return text;
	}
}
