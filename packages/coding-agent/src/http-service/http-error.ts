/** An answer other than success; what a handler throws to refuse a request. The message is shown to the client. */
export class HttpError extends Error {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;

	constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}, options?: ErrorOptions) {
		super(message, options);
		this.name = "HttpError";
		this.status = status;
		this.headers = headers;
	}
}
