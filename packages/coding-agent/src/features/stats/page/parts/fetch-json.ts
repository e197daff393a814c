/** The answer of a route, or an error with what the server says. */
export async function fetchJson(path: string, signal?: AbortSignal): Promise<unknown> {
	const response = await fetch(path, signal === undefined ? {} : { signal }).catch((error: unknown) => {
		if (signal?.aborted) throw error;
		throw new Error("omp does not answer. Is omp stats still running?");
	});
	const answer = (await response.json().catch(() => undefined)) as { readonly error?: unknown } | undefined;
	if (!response.ok)
		throw new Error(typeof answer?.error === "string" ? answer.error : `${path} answered ${response.status}`);
	return answer;
}
