/** More than anybody writes; what has more is not looked at to its end. */
const maxNames = 40;

/**
 * The names of files that a path with selectors may mean, shortest first: `a.zip:dir/f.txt` is a member of `a.zip`, `a.db:t?limit=1`
 * a table of `a.db`. `undefined` when there are too many.
 */
export function namesBeforeColon(path: string): readonly string[] | undefined {
	const ends = [...path.slice(1).matchAll(/[:?#]/g)].map(({ index }) => index + 1);
	return ends.length > maxNames ? undefined : [...ends.map((end) => path.slice(0, end)), path];
}
