function set(terms: string): ReadonlySet<string> {
  return new Set(terms.trim().split(/\s+/))
}

/** Each word after the colon means the one before it. */
function meanings(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([meant, terms]) => [...set(terms)].map((term) => [term, meant])),
  )
}

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

/** How farms write about a topic, and what customers call it. */
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

export const SAME_WORDS = meanings({
  you: 'u ya yall y',
  are: 'r',
  have: 'got carry sell offer',
  price: 'cost charge pricing',
  what: 'whats wat which',
  where: 'wheres',
  can: 'may could',
  fridge: 'refrigerator',
  newsletter: 'letter',
  card: 'cards visa mastercard amex',
  cash: 'check checks venmo paypal zelle bitcoin',
  tienen: 'tiene tienes',
  hello: 'hi hey howdy hola',
  thing: 'things product products item items stuff',
  pickup: 'collect collecting pick picked picking picks',
  number: 'one two three four five six seven eight nine ten eleven twelve couple half',
  day: `today tonight tomorrow monday tuesday wednesday thursday friday saturday sunday sat sun
    mondays tuesdays wednesdays thursdays fridays saturdays sundays`,
})

export const COURTESY = set(`actually also dear exactly folks guys hello hey hi just maam mam maybe
  ok okay please pls plz really sir so thank thanks thx up well yeah yes`)

export const STOP_WORDS = set(`a about afternoon again all already also always am an and another
  any anything are aren't arent as ask at available back bag bags be because been being best big
  bit both box boxes breakfast buck bucks bunch bunches but buy buying by bye can can't cant carry
  carton cartons cents come coming cost could couple cuanto cuesta dad daughter day days de dear
  did didn't dinner do does doesn't doesnt doing dollar dollars don't donde done dont down dozen
  each eight el eleven else es even evening ever every everyone everything family farm farm's
  farmer farmers farms father favor few find five folks for four free fresh friday friend friends
  from gallon garden get gets getting give gives go goes going gone good got gracias grandma great
  grow grows guys had half has have having hay he hello her here hey hi him his hola home house
  how how's hows husband i i'd i'll i'm i've if im in into is isn't isnt it it's its jar jars just
  kid kids kind kinds know la large las later lb lbs left let lets like little local long look
  looking los lot lots love lunch maam madam made make makes making mam many market may me mean
  might mine mom monday money more morning most mother much must my need needs never new next nice
  night nine no noon not now o of off offer ok okay old on one ones online only or other ounce
  ounces our ours out over oz pack packs page party people per person piece pieces pint please pls
  plz por pound pounds price put quart que r raise really right said sale same sat saturday say
  see sell selling sells seven shall she shop should sir site six small so sold some something son
  soon sort sorts stall stand start starts still stock store stuff such sunday sure take takes
  tell ten than thank thanks that that's the their them then there there's these they thing things
  think this those three thursday thx tiene tienen tienes time times to today tomorrow tonight too
  tray trays try tuesday twelve two type types u un una unas under unos up ur us usd use using
  usually very wanna want wanted was we we're website wednesday week weekend well were what what's
  whats when where where's wheres which while who who's whom whose why wife will with without
  won't wonder wondering wont would y ya yeah yes yet you you're your yours`)

/** Common farm and food-shop goods: never treated as typos, and recognized even when not sold. */
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

export const NO_NAMES = set('and each farm farmer fresh good local of our the with')

export const MEASURES = set(`bag basket bottle box bunch carton dozen flat gallon head jar lb
  ounce oz pack piece pint pouch pound quart tin tray`)

export const NUMBERS: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

export const COOKING = set(`bake boil cook eat fry grill mashed melt pan roast salad slice soup
  spread stir toast`)
export const STORAGE_TERMS = set('keep store refrigerator freezer counter within')

/** Adds to a storage question, but isn't one alone. */
export const STORAGE_QUESTION = set('best cool cupboard damp dark day dry month room week year')

export const NO_PLACES = set(`address advance apartment april august autumn bulk campsite christmas
  customers december door doorstep easter fall february general hotel hour hours january july june
  march may minutes mailbox motel neighbor neighborhood neighbors november october office person
  porch restaurant restaurants school september spring summer thanksgiving town winter work yard`)
