/** What the code here needs of the global `fetch`; tests pass their own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
