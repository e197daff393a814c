/** Words that English speakers swear with; matched as whole words, whatever their case. */
const swearWords: readonly string[] = [
	"arse",
	"arsehole",
	"ass",
	"asshole",
	"bastard",
	"bloody",
	"bollocks",
	"bullshit",
	"crap",
	"crappy",
	"damn",
	"damned",
	"dammit",
	"dumbass",
	"effing",
	"fck",
	"ffs",
	"frigging",
	"fuck",
	"fucked",
	"fucker",
	"fucking",
	"goddamn",
	"jesus christ",
	"piss",
	"pissed",
	"shit",
	"shitty",
	"wtf",
];

export const swearing = new RegExp(`\\b(?:${swearWords.join("|")})\\b`, "giu");
export const anguish = /[!?]{3,}/gu;
export const negation =
	/(?:^|[.!?\n]\s*)(?:no|nope|wrong|stop|not that|that'?s not|that is not|that'?s wrong|i said|i told you|i meant|i asked)\b/giu;
export const blame =
	/\byou (?:broke|ruined|deleted|removed|forgot|ignored|missed|messed|keep|always|never|still|did ?n[o']t|failed|should have|were supposed)\b/giu;
