import { expect, test } from "bun:test";
import { documentTerms, queryTerms } from "./terms.ts";

const matches = (question: string, text: string) => {
	const known = new Set(documentTerms(text));
	return queryTerms(question).some((term) => known.has(term));
};

test("words are found without case, accents and English endings", () => {
	expect(documentTerms("Zürich DEPLOYED deploys deployment Deploying")).toEqual(["zurich", "deploy"]);
	expect(documentTerms("releases released releasing release")).toEqual(["releas"]);
	expect(documentTerms("caches caching policies policy running")).toEqual(["cach", "policy", "run"]);
	expect(documentTerms("class status glass naming names")).toEqual(["class", "status", "glass", "nam"]);
});

test("a name is found whole and by its parts", () => {
	expect(documentTerms("getUserById HTTPServer utf8 snake_case a/b.ts")).toEqual([
		...["getuserbyid", "get", "user", "by", "id", "httpserver", "http", "server", "utf8", "utf", "8"],
		...["snak", "cas", "a", "b", "ts"],
	]);
});

test("any script is found by a part of a sentence", () => {
	const sentences: ReadonlyArray<readonly [question: string, text: string]> = [
		["東京", "本番は東京都にあります"],
		["サーバー", "レプリカサーバーの設定"],
		["猫", "黒猫がいる"],
		["서버", "운영 서버를 재시작했다"],
		["ฐานข้อมูล", "ชื่อฐานข้อมูลคือนกกระสา"],
		["база", "БАЗА данных называется цапля"],
		["قاعدة", "اسم قاعدة البيانات مالك"],
		["डेटाबेस", "स्टेजिंग डेटाबेस का नाम"],
	];
	for (const [question, text] of sentences) expect([question, matches(question, text)]).toEqual([question, true]);
	expect(matches("大阪", "本番は東京都にあります")).toBe(false);
});

test("a question of filler words alone keeps them", () => {
	expect(queryTerms("What is the name of our database?")).toEqual(["nam", "databas"]);
	expect(queryTerms("who are you")).toEqual(["who", "are", "you"]);
});

test("NUL, lone surrogates, emoji and endless words are harmless", () => {
	expect(documentTerms("a\0b \ud800 👩‍👩‍👧 \u{10ffff}")).toEqual(["a", "b"]);
	expect(documentTerms("x".repeat(1_000_000))).toEqual(["x".repeat(64)]);
	expect(documentTerms("")).toEqual([]);
});
