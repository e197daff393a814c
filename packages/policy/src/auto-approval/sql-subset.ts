/** Whether SQL only asks: one `select`, `explain` or look at the schema, with functions that are known to compute. */
export function isPlainQuery(sql: string): boolean {
	const bare = sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, "0").trim();
	if (/--|\/\*|['"`[\]\0$:?@]/.test(bare) || /;(?!\s*$)/.test(bare)) return false;
	if (
		/^pragma\s+(?:table_info|table_list|index_list|foreign_key_list|user_version|integrity_check)\s*(?:\(\s*\w+\s*\))?;?$/i.test(
			bare,
		)
	)
		return true;
	if (!/^(?:select|explain|with)\b/i.test(bare) || changing.test(bare)) return false;
	return [...bare.matchAll(/([A-Za-z_]\w*)\s*\(/g)].every(([, name = ""]) => known.has(name.toLowerCase()));
}

const changing = /\b(?:insert|update|delete|replace|drop|alter|create|attach|detach|vacuum|reindex|pragma|into)\b/i;
const known = new Set(
	`count sum avg min max total length lower upper substr substring trim ltrim rtrim round abs coalesce ifnull nullif date time
	datetime julianday strftime unixepoch group_concat typeof cast printf instr json_extract json_array_length row_number rank
	in exists and or not as over select values case when then on where having by from distinct with union all`
		.trim()
		.split(/\s+/),
);

/** Commands of the shell of sqlite that show the schema or choose how rows look. */
export function isPlainDotCommand(line: string): boolean {
	return /^\.(?:schema|tables|indices|indexes|databases|dump|fullschema|headers? (?:on|off)|mode \w+|width [\d ]+)(?: [\w%*]+)?$/.test(
		line,
	);
}
