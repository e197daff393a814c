/** The part of the global `fetch` that is used here; tests pass their own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
