/** What is known about a service: how it is written down, how it is asked with the same words, and how with other words. */
export const aspects: ReadonlyArray<{ readonly fact: string; readonly same: string; readonly other: string }> = [
	{ fact: "is deployed on VALUE", same: "When is SERVICE deployed?", other: "On which day does SERVICE ship?" },
	{
		fact: "stores its data in VALUE",
		same: "Where does SERVICE store data?",
		other: "What database is behind SERVICE?",
	},
	{ fact: "is owned by VALUE", same: "Who owns SERVICE?", other: "Which team is responsible for SERVICE?" },
	{
		fact: "has a timeout of VALUE",
		same: "What is the timeout of SERVICE?",
		other: "How long may a call to SERVICE take?",
	},
	{
		fact: "is written in VALUE",
		same: "What is SERVICE written in?",
		other: "Which programming language does SERVICE use?",
	},
	{
		fact: "listens on port VALUE",
		same: "Which port does SERVICE listen on?",
		other: "At what socket address is SERVICE reachable?",
	},
	{
		fact: "caches answers for VALUE",
		same: "How long does SERVICE cache answers?",
		other: "For how long are replies of SERVICE kept warm?",
	},
	{
		fact: "crashed because of VALUE",
		same: "Why did SERVICE crash?",
		other: "What was the cause of the outage of SERVICE?",
	},
	{ fact: "is tested with VALUE", same: "What is SERVICE tested with?", other: "How do I verify changes to SERVICE?" },
	{ fact: "logs to VALUE", same: "Where does SERVICE log to?", other: "Where can I read the diagnostics of SERVICE?" },
	{
		fact: "authenticates users by VALUE",
		same: "How does SERVICE authenticate users?",
		other: "How does login work in SERVICE?",
	},
	{
		fact: "retries failed jobs VALUE",
		same: "How often does SERVICE retry failed jobs?",
		other: "What happens in SERVICE after an error?",
	},
	{ fact: "is monitored by VALUE", same: "What monitors SERVICE?", other: "Who gets alerted about SERVICE?" },
	{
		fact: "needs the feature flag VALUE",
		same: "Which feature flag does SERVICE need?",
		other: "What must be switched on for SERVICE?",
	},
	{
		fact: "is configured in VALUE",
		same: "Where is SERVICE configured?",
		other: "In which file are the options of SERVICE?",
	},
	{
		fact: "depends on the library VALUE",
		same: "Which library does SERVICE depend on?",
		other: "What packages does SERVICE import?",
	},
	{
		fact: "encrypts backups with VALUE",
		same: "How does SERVICE encrypt backups?",
		other: "How are the copies of SERVICE protected?",
	},
	{
		fact: "must never be started before VALUE",
		same: "Before what must SERVICE never be started?",
		other: "What has to run prior to SERVICE?",
	},
	{
		fact: "sends email through VALUE",
		same: "How does SERVICE send email?",
		other: "Which mail provider does SERVICE have?",
	},
	{
		fact: "limits requests to VALUE",
		same: "What does SERVICE limit requests to?",
		other: "How is SERVICE throttled?",
	},
];

/** Words that mean the same in the questions above. Only the made-up embedding knows them; the search does not. */
export const synonyms: readonly string[] = [
	"deployed ship release",
	"data database stores",
	"owned owns team responsible",
	"timeout call take",
	"written programming language",
	"port socket address listens reachable",
	"caches kept warm replies answers",
	"crashed cause outage",
	"tested verify changes",
	"logs diagnostics read",
	"authenticates users login",
	"retries failed jobs error happens after",
	"monitored monitors alerted",
	"feature flag switched",
	"configured options file",
	"library packages import depends",
	"backups copies encrypts protected",
	"started prior run before",
	"email mail sends provider",
	"limits requests throttled",
];

export const services =
	`heron billing ledger compass orchid falcon harbor quartz meadow pylon saffron tundra velvet walnut zephyr anchor
	bramble cobalt dynamo ember fjord garnet hazel indigo juniper kelp lagoon magnet nimbus onyx pepper quiver rocket
	sequoia timber umber vortex willow xenon yarrow acorn beacon cinder delta echo fable glacier hollow island jasper krill
	lantern mosaic nectar opal prism quasar ripple summit thistle unity valley`.split(/\s+/);

/** Facts in other scripts, with a question that has only some of their words. */
export const otherScripts: ReadonlyArray<readonly [fact: string, question: string]> = [
	["SERVICEの本番サーバーは東京都にあります", "SERVICEの本番サーバーの場所"],
	["SERVICE 데이터베이스는 매주 월요일에 백업됩니다", "SERVICE 데이터베이스 백업"],
	["База данных SERVICE называется цапля", "как называется база SERVICE?"],
	["ฐานข้อมูลของ SERVICE ชื่อนกกระสา", "SERVICE ฐานข้อมูลชื่ออะไร"],
	["اسم قاعدة بيانات SERVICE هو مالك الحزين", "ما اسم قاعدة SERVICE؟"],
	["Die Prüfung von SERVICE läuft über Zürich", "Wo läuft die PRÜFUNG von SERVICE?"],
];
