/** What the browser shows when it comes back; it loads nothing and tells nobody where it came from. */
export function callbackPage(status: number, heading: string, text: string): Response {
	const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>omp</title>
<body style="font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem">
<h1 style="font-size: 1.25rem">${heading}</h1><p>${text}</p></body></html>`;
	return new Response(body, {
		status,
		headers: {
			"content-type": "text/html; charset=utf-8",
			"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
			"referrer-policy": "no-referrer",
			"cache-control": "no-store",
			connection: "close",
		},
	});
}
