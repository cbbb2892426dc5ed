/** Terms in small letters between spaces or line breaks, in the order of the alphabet. */
function list(terms: string): string[] {
  return terms.trim().split(/\s+/)
}

function set(terms: string): ReadonlySet<string> {
  return new Set(list(terms))
}

function sets(table: Readonly<Record<string, string>>): ReadonlySet<string> {
  return set(Object.values(table).join(' '))
}

/** The term before the colon is meant by each of those after it. */
function meanings(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const entries = Object.entries(table)
  return new Map(entries.flatMap(([meant, terms]) => list(terms).map((term) => [term, meant])))
}

/** How a thing is called in the shop's rows, and what customers call it, some in Spanish. */
export const SYNONYMS = meanings({
  sauerkraut: 'kraut',
  potato: 'spud tater papa',
  vegetable: 'veg veggie veggy vegy produce verdura',
  seasoning: 'spice rub mix',
  microgreen: 'sprout shoot green',
  cheese: 'cheez queso',
  pickled: 'preserve ferment',
  egg: 'huevo',
  tomato: 'tomate',
  carrot: 'zanahoria',
})

/** How farms write of a topic on their pages, and what a customer's question calls it. */
export const SAME_TOPICS = meanings({
  spray: 'organic pesticide herbicide chemical sprayed',
  medicine: 'antibiotic hormone medication drug',
  hen: 'chicken',
  grass: 'cage cagefree range pasture pastured outside outdoor',
  eat: 'fed food',
  refrigerator: 'fridge refrigerate refrigerated',
  freezer: 'freeze frozen',
  week: 'weekly',
  grow: 'grown growing',
  keep: 'stored',
})

export const STOP_WORDS = sets({
  grammar: `a about also an and as at because but by down even for from he her here him his i if
    im in into it its just me mine my no not of off on only or our ours out over per r she so
    still than that the their them then there these they this those to too u under up ur us very
    we when while with without ya yet you your yours`,
  auxiliaries: `am are aren't arent be been being can can't cant could did didn't do does doesn't
    doesnt doing don't done dont had has have having how's i'd i'll i'm i've is isn't isnt it's
    may might must shall should that's there's was we're were what's where's who's will won't wont
    would you're`,
  courtesy: `bye dear hello hey hi maam madam mam ok okay please pls plz sir thank thanks thx yeah
    yes`,
  questions: `all another any anything bit both couple dozen each eight eleven else every
    everything few five four half how hows kind kinds lot lots many more most much nine one ones
    other same seven six some something sort sorts stuff such ten thing things three twelve two
    type types what whats where wheres which who whom whose why`,
  measures: `bag bags box boxes buck bucks bunch bunches carton cartons cents dollar dollars
    gallon jar jars lb lbs money ounce ounces oz pack packs piece pieces pint pound pounds quart
    tray trays usd`,
  actions: `ask buy buying carry come coming find get gets getting give gives go goes going gone
    got grow grows know let lets like look looking love made make makes making mean need needs
    offer put raise said say see sell selling sells sold start starts take takes tell think try
    use using wanna want wanted wonder wondering`,
  times: `afternoon again already always back day days evening ever friday later monday morning never
    next night noon now sat saturday soon sunday thursday time times today tomorrow tonight
    tuesday usually wednesday week weekend`,
  shop: `available cost farm farm's farmer farmers farms free fresh garden home house left local
    market online page price sale shop site stall stand stock store website`,
  qualities: `best big good great large little long new nice old really right small sure well`,
  people: `breakfast dad daughter dinner everyone family father folks friend friends grandma guys
    husband kid kids lunch mom mother party people person son wife`,
  spanish: `cuanto cuesta de donde el es favor gracias hay hola la las los o por que tiene tienen
    tienes un una unas unos y`,
})

/** What farms and food shops sell: no slips for something else, and asked for in vain, too. */
export const FOODS = set(`apple apricot asparagus avocado bacon bagel banana basil bean beef beer
  beet berry bison blackberry blueberry bread broccoli butter buttermilk cabbage cake candle
  cantaloupe carrot cauliflower celery chard cheese cherry chicken chili chive chocolate cider
  cilantro cinnamon coffee collard cookie corn cranberry cream cucumber currant dip egg eggplant
  elk fennel fig fish flour flower garlic ginger goat goose granola grape grapefruit ham hay herb
  honey horseradish jam jelly jerky juice kimchi kohlrabi kombucha lamb lavender leek lemon lentil
  lettuce lime mango maple marmalade meat melon milk mint mushroom mustard mutton nectarine oat
  okra olive onion orange oregano oyster parsley parsnip pasta pea peach peanut pear pecan pepper
  pickle pie pineapple pizza plum pork potato poultry pretzel pumpkin quince rabbit radish raisin
  raspberry rhubarb rice rosemary rye salad salami salmon salsa salt sausage scallion seedling
  shallot soap soup sourdough spinach squash steak strawberry sugar syrup tea thyme tofu tomato
  trout turkey turnip vanilla veal venison vinegar walnut watermelon wheat wine wool yam yeast
  yoghurt yogurt zucchini`)

/** What the shop's rows know nothing of: only a page of the owner's may answer it. */
export const OTHER_TOPICS = set(`accessible atm bathroom bitcoin bulk cat catering cats code
  coupon coupons crypto csa discount discounts dog dogs ebt employment event events franchise gift
  hire hired hiring insurance intern internship invoice job jobs leash loyalty membership park
  parking party paypal pet pets politics president promo rain restroom snap snow tax taxes tip
  toilet toilets tour tours venmo visit visiting volunteer volunteering voucher weather wedding
  wheelchair wholesale wic wifi zelle`)

/** What the phrases of intents are made of; a term that is nearly one of them is taken for it. */
export const INTENT_TERMS = set(`address allergen allergens allergic allergies allergy almost
  antibiotics apple arrived availability available bake broken call cancel cancelled card cards
  cart cash catalog celiac charge cheap cheaper cheapest checkout cheese close closed closes
  closing collect collecting complain complaint confirmation contact contain containing contains
  cook cooking cost costs courier cracked credit dairy debit deliver delivered deliveries
  delivering delivers delivery describe describing description directions email exchange expensive
  farm find freezer fridge gluten gone hens hour hours human ingredient ingredients intolerance
  intolerant items keep keeps lactose last latest letter list located location low mail mailing
  map market mastercard menu microgreens minimum much new newest newsletter number nuts open
  opening opens order ordered ordering orders organic pay paying payment payments phone pick
  picking pickup precio price priced prices pricing product products receipt recipe recipes
  refrigerator refund refunds remaining return returned rotten running saturday schedule seasoning
  seasonings sell selling ship shipped shipping size sold speak spoiled spray status stock storage
  subscribe subscription sunday talk tomorrow tonight track tracking unit unsubscribe vegan
  vegetable vegetables vegetarian visa weekend weigh weight welcome where`)

/** Ordinary terms, in no other list, that stand one letter beside one of the shop: no slips. */
export const COMMON_TERMS = set(`above admin after along among backing baking capital child
  children chill choose chose class clean clear clock cloud coach coast count court cover crash
  crowd drink drive early earth empty enjoy enter exact extra faith false fancy field fight final
  first floor focus force front fruit funny giant given glass grade grand grass green greet group
  grown guard guess guest guide happy heart heavy horse hotel ignore image instructions issue
  joint joke judge known latter laugh learn leave level light limit lived living loving lucky
  magic major maybe meant media metal miss missed model month moral motor mount mouse mouth movie music noise
  north novel nurse ocean often older packing paint panel paper password phase photo pilot pitch
  place plain plant plate poem point power press previous pride prime print prize prompt proud
  queen quick quiet quite radio range rapid reach ready refer relax reply restaurant restaurants
  river robot rough round route royal rural scale scene scope score sense serve shape share sharp
  sheet shell shift shine shirt shoe shore short sight since skill sleep slide smart smile smoke
  solid solve sorry sound south space speed spend spite sport staff stage stake stars state steal
  stick stone stool storm story street study style suite sweet system table taking talking taste
  teach teeth theme third throw tight tired title topic total touch tough tower trade trail train
  trust truth twice union until upper upset urban usual value video voice walking waste watch
  water wheel white whole woman women working world worry worse worst worth write wrong youth`)

/** Said of anything on a farm: no name by themselves, nor is how much of it there is. */
export const NO_NAMES = set('and each farm farmer fresh good local of our the with')

export const NEVER_A_NAME = set(`anything box cold day dozen each everything fifteen free fresh
  good goods half hot market mix new order pound shop six something stand three week`)

export const MEASURES = set(`bag basket bottle box bunch carton dozen flat gallon head jar lb
  ounce oz pack piece pint pouch pound quart tin tray`)

/** From zero on. */
export const NUMBERS: readonly string[] = list(
  'zero one two three four five six seven eight nine ten eleven twelve',
)

export const COOKING = set(`bake boil cook eat fry grill mashed melt pan roast salad slice soup
  spread stir toast`)
export const STORAGE_TERMS = set('keep store refrigerator freezer counter within')

/** What says more of keeping, beside those, and nothing by itself. */
export const STORAGE_QUESTION = set('best cool cupboard damp dark day dry month room week year')

/** What is delivered to or in, and is no town. */
export const NO_PLACES = set(`address advance apartment april august autumn bulk campsite christmas
  customers december door doorstep easter fall february general hotel hour hours january july june
  march may minutes mailbox motel neighbor neighborhood neighbors november october office person
  porch restaurant restaurants school september spring summer thanksgiving town winter work yard`)
