import type { SimpleCommand, Word } from "../parse/syntax.ts";

/** Programs whose first words say what they do, and how many of them. */
const leadingWords: Readonly<Record<string, number>> = {
	git: 1,
	npm: 1,
	pnpm: 1,
	yarn: 1,
	bun: 1,
	deno: 1,
	cargo: 1,
	go: 1,
	docker: 1,
	kubectl: 1,
	terraform: 1,
	gh: 2,
	make: 1,
	just: 1,
	gradle: 1,
	mvn: 1,
	dotnet: 1,
	pip: 1,
	pip3: 1,
	uv: 1,
	poetry: 1,
	npx: 1,
	bunx: 1,
	rake: 1,
	bundle: 1,
	systemctl: 1,
};

/** Words after which the next one matters too: `npm run test`, `docker compose up`, `python -m pytest`. */
const openers = /^(?:run|exec|x|compose|remote|stash|tool|-m)$/;

/** Programs that can do anything with other arguments; only the very same command is suggested. */
const anythingElse =
	/^(?:rm|rmdir|mv|cp|dd|chmod|chown|ln|kill|killall|pkill|sudo|doas|su|sh|bash|zsh|fish|eval|exec|source|env|xargs|find|awk|sed|perl|ruby|node|php|curl|wget|ssh|scp|rsync|nc|tee|truncate|install|python3?)$/;

/** A rule for commands like this one: what it does stays, its arguments may be others. */
export function suggestRule({ words, raw }: SimpleCommand): string {
	const texts = words.map(plainText);
	const [program] = texts;
	if (program === undefined) return raw;
	if (/^python3?$/.test(program)) return modulePattern(texts) ?? raw;
	if (anythingElse.test(program)) return raw;
	const wanted = leadingWords[program];
	if (wanted === undefined) return `${program} *`;
	const kept = [program];
	let open = wanted;
	for (const text of texts.slice(1)) {
		if (open === 0) break;
		// An option in front of what it does: nobody can say what belongs to it.
		if (text === undefined || (text.startsWith("-") && text !== "-m")) return raw;
		kept.push(text);
		if (!openers.test(text)) open--;
	}
	return open === 0 ? `${kept.join(" ")} *` : raw;
}

function modulePattern([program, option, name]: ReadonlyArray<string | undefined>): string | undefined {
	return option === "-m" && name !== undefined ? `${program} -m ${name} *` : undefined;
}

/** A word as the pattern can have it, `undefined` when it is quoted or holds a star. */
function plainText({ parts, raw }: Word): string | undefined {
	return parts.every((part) => part.kind === "text") && /^[\w@%+=:,./-]+$/.test(raw) ? raw : undefined;
}
