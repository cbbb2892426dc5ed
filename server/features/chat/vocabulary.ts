const list = (tokens: string) => tokens.trim().split(/\s+/)

/** What customers call a thing, and how it is called in the shop's rows. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    kraut: 'sauerkraut',
    spud: 'potato',
    tater: 'potato',
    veg: 'vegetable',
    veggie: 'vegetable',
    veggy: 'vegetable',
    vegy: 'vegetable',
    produce: 'vegetable',
    spice: 'seasoning',
    rub: 'seasoning',
    mix: 'seasoning',
    sprout: 'microgreen',
    shoot: 'microgreen',
    green: 'microgreen',
    cheez: 'cheese',
    preserve: 'pickled',
    ferment: 'pickled',
    // A little Spanish: the names of what most farms sell, and the words of a question.
    huevo: 'egg',
    queso: 'cheese',
    papa: 'potato',
    tomate: 'tomato',
    zanahoria: 'carrot',
    verdura: 'vegetable',
  }),
)

/** Words of a customer's question that farms write differently on their pages. */
export const SAME_TOPICS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    organic: 'spray',
    pesticide: 'spray',
    herbicide: 'spray',
    chemical: 'spray',
    sprayed: 'spray',
    antibiotic: 'medicine',
    hormone: 'medicine',
    medication: 'medicine',
    drug: 'medicine',
    chicken: 'hen',
    cage: 'grass',
    cagefree: 'grass',
    range: 'grass',
    pasture: 'grass',
    pastured: 'grass',
    outside: 'grass',
    outdoor: 'grass',
    fed: 'eat',
    food: 'eat',
    fridge: 'refrigerator',
    refrigerate: 'refrigerator',
    refrigerated: 'refrigerator',
    freeze: 'freezer',
    frozen: 'freezer',
    weekly: 'week',
    grown: 'grow',
    growing: 'grow',
    stored: 'keep',
  }),
)

export const STOP_WORDS = new Set(
  list(`a an the this that these those there here it its i im me my mine we us our ours you your yours u r ur ya he she his her him they them their
    is are am was were be been being do does did doing done have has had having can could would will shall should may might must
    to of in on at by for from with without about into out up down over under off as than then so too very just only also even still yet
    and or but if when while because not no yes yeah ok okay please pls plz hi hello hey dear sir madam mam maam
    what whats which who whom whose where wheres when why how hows any some all every each both few more most much many lot lots
    one ones thing things stuff something anything everything else other another same such
    want wanted wanna need needs like love get gets got getting buy buying take takes give gives go going come coming make made makes making
    know tell say said ask see look looking find think wonder wondering let lets try use using put
    today tonight tomorrow now soon later week weekend day days time times again already always ever never usually
    tienes tiene tienen hay hola por favor un una unos unas los las el la de
    saturday sat sunday monday tuesday wednesday thursday friday morning afternoon evening night noon
    farm farms farmer farmers farm's market stall shop store stand online site website page home garden fresh local good great nice best really right well
    big small little large new old sure kind kinds type types sort sorts bit per each
    goes gone next well free mean done start starts come from
    don't dont doesn't doesnt isn't isnt aren't arent can't cant won't wont didn't i'm i'd i'll i've you're we're it's that's what's where's there's who's how's
    thanks thank thx bye house mine grow grows raise sell sells selling sold offer carry stock price cost left available sale
    two three four five six seven eight nine ten eleven twelve dozen half pound pounds lb lbs oz ounce ounces quart pint jar jars bag bags bunch bunches box boxes tray trays piece pieces pack packs carton cartons couple gallon
    people person family kid kids son daughter husband wife mom mother father dad grandma friend friends guys folks everyone dinner breakfast lunch party
    hola gracias por favor que cuanto cuesta tienen hay de la el los las un una y o es donde dollar dollars usd buck bucks cents money`),
)

/** What farms and food shops sell: none of these is a misspelt name of something else, and each may be asked for in vain. */
export const FOODS = new Set(
  list(`tomato potato carrot beet onion radish egg cheese bagel pickle raisin cinnamon apple apricot asparagus avocado bacon banana basil bean beef beer berry blackberry blueberry bread broccoli butter buttermilk cabbage cake cantaloupe
    cauliflower celery chard cherry chicken chili chive chocolate cider cilantro coffee collard cookie corn cranberry cream cucumber currant dip
    eggplant elk fennel fig fish flour flower garlic ginger goat goose grape grapefruit granola ham hay herb honey horseradish jam jelly jerky juice kimchi
    kombucha kohlrabi lamb lavender leek lemon lentil lettuce lime mango maple marmalade meat melon milk mint mushroom mustard mutton nectarine oat okra
    olive orange oregano oyster parsley parsnip pasta peach peanut pear pea pecan pepper pie pineapple pizza plum pork poultry pretzel pumpkin quince
    rabbit raspberry rhubarb rice rosemary rye salad salami salmon salsa salt sausage scallion shallot soap sourdough soup spinach squash steak strawberry sugar
    syrup tea thyme tofu trout turkey turnip vanilla veal venison vinegar walnut watermelon wheat wine wool yam yeast yogurt yoghurt zucchini bison candle seedling`),
)

/** Of what the shop's rows know nothing, whatever else a question mentions: only a page of the owner's may answer it. */
export const OTHER_TOPICS = new Set(
  list(`ebt snap wic venmo paypal zelle bitcoin crypto tip dog dogs pet pets cat cats leash parking park weather rain snow wholesale bulk
    discount discounts coupon coupons code promo voucher loyalty gift membership csa job jobs hire hiring hired employment volunteer volunteering intern internship
    tour tours visit visiting wedding event events party catering restroom bathroom toilet toilets wheelchair accessible atm wifi
    insurance tax taxes invoice franchise politics president`),
)

/** The words that wishes are made of; what is nearly one of them is taken for it. */
export const INTENT_TERMS = new Set(
  list(`price prices priced pricing cost costs expensive cheap cheapest cheaper charge much available availability remaining stock sold
    open opens opening close closes closing closed hours hour schedule address location located directions where map find
    pickup pick collect collecting picking deliver delivers delivered delivery deliveries delivering ship shipping shipped mail courier
    pay payment payments paying card cards cash credit debit visa mastercard apple newsletter subscribe subscription unsubscribe letter mailing
    allergy allergic allergies allergen allergens contain contains containing gluten lactose dairy celiac vegan vegetarian intolerant intolerance nuts
    ingredient ingredients recipe recipes cook cooking bake order orders ordered ordering track tracking status receipt confirmation
    cancel cancelled refund refunds return returned exchange complain complaint broken cracked spoiled rotten phone number email call contact talk speak human
    new newest latest arrived low almost last running gone vegetables vegetable seasoning seasonings microgreens fridge refrigerator freezer keep storage keeps
    saturday sunday market minimum checkout cart welcome menu list catalog products product items sell selling cheese precio tomorrow tonight weekend
    describe description describing unit weigh weight size describe farm hens organic spray antibiotics`),
)

/** Ordinary words that stand one letter beside a word of the shop. */
export const COMMON_TERMS = new Set(
  list(`child children choose chose short shirt space spite chill union white write quite quiet these there their other being thing think thank right
    price prize place plate plant plain great greet green grown grows grass trail train trade trays table taste later latter letter lettuce
    could would should about above after again along among stars start state stand still stool steal street stuff sheet shell shift shine shoe shop shore
    class clean clear clock cloud coast coach count court cover crash cream crowd dozen drink drive early earth empty enjoy enter every exact extra
    faith false fancy field fight final first floor focus force front fruit funny giant given glass grade grand group guard guess guest guide happy heart heavy
    horse hotel house human image issue joint judge known large laugh learn leave level light limit lived lucky lunch magic major maybe meant media metal might
    model money month moral motor mount mouse mouth movie music never night noise north novel nurse ocean offer often older order paint panel paper phase phone photo
    piece pilot pitch point pound power press pride prime print proud queen quick radio raise range rapid reach ready refer relax reply river robot rough round route
    royal rural scale scene scope score sense serve seven shape share sharp sight since skill sleep slide small smart smile smoke solid solve sorry sound south
    speak speed spend sport staff stage stake stick stock stone storm story study style sugar suite sweet teach teeth theme third those three throw tight tired title
    today topic total touch tough tower track trust truth twice under until upper upset urban usual value video visit voice waste watch water wheel where which while
    whole whose woman women world worry worse worst worth wrong youth baking packing parking backing working walking talking making taking having living loving
    previous instructions ignore discount weather wholesale restaurant restaurants president capital joke poem code system prompt admin password`),
)
