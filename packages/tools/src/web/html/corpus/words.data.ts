/** Sentences to fill pages with. None of them appears in the frames of the pages. */
const english = [
	"The harbor had been closed for eleven days when the first of the grain ships was finally allowed to leave.",
	"Engineers from three countries spent the night checking the hull, the engine room and the long row of pumps.",
	"“We expected rust, and we found rust,” said the captain, who has sailed this route since he was nineteen.",
	"By noon the water was calm enough that the pilots could board from a small boat instead of a helicopter.",
	"Nobody in the town believed that the old crane would hold, but it lifted forty tons without a sound.",
	"The report, which runs to four hundred pages, blames a missing bolt and a culture of not asking questions.",
	"Prices fell within hours; by the evening a loaf of bread cost what it had cost two summers before.",
	"A second convoy is planned for Thursday, provided that the weather and the insurers cooperate.",
	"Scientists had warned of exactly this chain of events in a paper that hardly anybody read at the time.",
	"In the market behind the church, people argued less about politics than about the quality of tomatoes.",
	"Her method is simple: measure twice, write everything down, and never trust a number that looks round.",
	"The algorithm sorts the candidates by weight, then walks the list once and keeps the best hundred.",
	"What surprised the team most was not the speed of the new compiler but how little memory it needed.",
	"If the cache is cold, the first request takes about two seconds; afterwards it is a matter of milliseconds.",
	"You can change the behavior with a single option, although the default is right for almost everyone.",
	"Every function that may fail returns a result, so that callers cannot forget to look at the error.",
	"The garden is open from April to October, and dogs are welcome as long as they stay on the gravel paths.",
	"Stir the onions slowly until they turn golden, which takes longer than any recipe is willing to admit.",
	"Museums, unlike archives, have to decide what to show; the rest waits in boxes for another century.",
	"After the second goal the match was decided, even if the supporters sang as though it had just begun.",
	"The committee will meet again in spring, when the river usually carries the most sediment.",
	"Children learn the names of birds faster when somebody points at a real one sitting in a real tree.",
	"A glacier does not melt evenly: it retreats, pauses, breaks, and sometimes even grows for a year or two.",
	"The lighthouse keeper kept a diary for thirty years and mentioned the light itself only twice.",
	"Investors were told that the factory would open in June, and then in August, and then not at all.",
	"Most accidents happen on short trips, close to home, on roads that the driver believes to know well.",
	"The printer jammed, the projector failed, and in the end the lecture was the best of the whole year.",
	"Old maps show a village where there is now a lake, and the fishermen say that the bells still ring.",
];

const others: Readonly<Record<string, readonly string[]>> = {
	de: [
		"Die Brücke über den Fluss wurde gestern Abend nach einer gründlichen Prüfung wieder freigegeben.",
		"Viele Anwohner hatten wochenlang lange Umwege in Kauf nehmen müssen, um zur Arbeit zu kommen.",
		"Der Bürgermeister sprach von einem guten Tag, obwohl die Kosten deutlich höher ausfielen als geplant.",
		"Im nächsten Jahr soll auch der Bahnhof umgebaut werden, sofern der Landtag die Mittel bewilligt.",
	],
	ru: [
		"Вчера вечером после долгой проверки мост через реку снова открыли для движения автомобилей.",
		"Жители соседних домов несколько недель добирались до работы длинными объездными дорогами.",
		"Мэр города назвал этот день удачным, хотя расходы оказались заметно выше запланированных.",
		"В следующем году собираются перестроить вокзал, если областная дума выделит на это деньги.",
	],
	zh: [
		"昨天晚上，跨河大桥在经过全面检查之后重新开放，附近居民终于可以恢复正常的出行。",
		"过去几个星期，许多人上班不得不绕很远的路，公交车也经常晚点，给大家带来了不少麻烦。",
		"市长表示这是一个值得高兴的日子，不过工程的费用比原先的预算高出了许多。",
		"如果省里批准拨款，明年车站也将进行改建，预计工期为十八个月左右。",
	],
	ja: [
		"昨夜、川にかかる橋は詳しい点検を終えて、ようやく通行できるようになりました。",
		"近くに住む人たちは何週間も遠回りをして仕事に通わなければならず、不便な毎日を送っていました。",
		"市長は良い一日になったと話しましたが、費用は当初の計画を大きく上回りました。",
		"来年は駅の改築も予定されていて、県議会が予算を認めれば春に工事が始まります。",
	],
	ar: [
		"أعيد فتح الجسر فوق النهر مساء أمس بعد فحص دقيق استمر عدة أيام متتالية.",
		"واضطر كثير من السكان على مدى أسابيع إلى سلوك طرق طويلة للوصول إلى أعمالهم.",
		"وقال رئيس البلدية إن هذا يوم جيد رغم أن التكاليف جاءت أعلى بكثير مما كان مقررا.",
	],
	hi: [
		"नदी पर बना पुल कल शाम पूरी जाँच के बाद फिर से यातायात के लिए खोल दिया गया।",
		"आसपास के लोगों को कई हफ़्तों तक काम पर जाने के लिए लंबा रास्ता लेना पड़ा था।",
		"महापौर ने इसे अच्छा दिन बताया, हालाँकि खर्च अनुमान से कहीं अधिक हुआ।",
	],
	ko: [
		"어젯밤 강을 가로지르는 다리가 정밀 점검을 마치고 다시 개통되었습니다.",
		"인근 주민들은 몇 주 동안 먼 길을 돌아서 출근해야 했고 버스도 자주 늦었습니다.",
		"시장은 비용이 계획보다 훨씬 많이 들었지만 좋은 날이라고 말했습니다.",
	],
	el: [
		"Η γέφυρα πάνω από το ποτάμι άνοιξε ξανά χθες το βράδυ ύστερα από προσεκτικό έλεγχο.",
		"Πολλοί κάτοικοι έκαναν για εβδομάδες μεγάλες παρακάμψεις για να φτάσουν στη δουλειά τους.",
		"Ο δήμαρχος μίλησε για μια καλή ημέρα, αν και το κόστος ήταν πολύ υψηλότερο.",
	],
	he: [
		"הגשר שמעל הנהר נפתח מחדש אמש לאחר בדיקה יסודית שנמשכה ימים אחדים.",
		"תושבים רבים נאלצו במשך שבועות לנסוע בדרכים עוקפות ארוכות כדי להגיע לעבודה.",
		"ראש העיר אמר כי זהו יום טוב, אף שהעלות הייתה גבוהה בהרבה מן המתוכנן.",
	],
	th: [
		"สะพานข้ามแม่น้ำเปิดให้ใช้อีกครั้งเมื่อคืนนี้หลังจากการตรวจสอบอย่างละเอียดเป็นเวลาหลายวัน",
		"ชาวบ้านใกล้เคียงต้องเดินทางอ้อมไปทำงานเป็นเวลาหลายสัปดาห์และรถประจำทางก็มาช้าอยู่เสมอ",
		"นายกเทศมนตรีกล่าวว่านี่เป็นวันที่ดีแม้ค่าใช้จ่ายจะสูงกว่าที่วางแผนไว้มาก",
	],
};

/** Sentences from `from` on, around the end of the list. */
export function sentences(from: number, count: number, language = "en"): string {
	const all = others[language] ?? english;
	const gap = language === "zh" || language === "ja" || language === "th" ? "" : " ";
	return Array.from({ length: count }, (_, index) => all[(from + index) % all.length]).join(gap);
}

/** Paragraphs of two or three sentences. */
export function paragraphs(
	from: number,
	count: number,
	options: { readonly open?: string; readonly close?: string; readonly language?: string } = {},
): string {
	const { open = "<p>", close = "</p>", language } = options;
	return Array.from(
		{ length: count },
		(_, index) => `${open}${sentences(from + index * 3, 2 + (index % 2), language)}${close}`,
	).join("\n");
}

export interface PageShape {
	readonly name: string;
	readonly url: string;
	/** What is between `<!--main-->` and `<!--/main-->` is the main text, but for what is between `<!--not-->` and `<!--/not-->`. */
	readonly html: string;
}
