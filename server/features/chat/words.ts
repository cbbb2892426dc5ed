import { fold, stemOf } from '#contract/chat/word-forms.ts'
import { FOODS } from '#contract/products/market-words.ts'

function set(terms: string): ReadonlySet<string> {
  return new Set(terms.trim().split(/\s+/))
}

/** Each word after the colon means the one before it. */
function meanings(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([meant, terms]) => [...set(terms)].map((term) => [term, meant])),
  )
}

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
  keep: 'stored last',
  hot: 'spicy',
  wash: 'washed',
  weather: 'rain',
})

export const SAME_WORDS = meanings({
  you: 'u ya yall y ur your',
  are: 'r',
  with: 'w',
  do: 'does',
  minimum: 'min',
  someone: `husband wife son daughter mom dad mother father friend neighbor roommate sister brother
    partner`,
  have: 'got carry sell offer',
  price: 'cost charge pricing',
  what: 'whats wat which',
  where: 'wheres',
  when: 'whens',
  can: 'may could',
  fridge: 'refrigerator',
  newsletter: 'letter',
  card: 'cards visa mastercard amex',
  cash: 'check checks venmo paypal zelle bitcoin',
  tienen: 'tiene tienes',
  hello: 'hi hey howdy hola',
  thing: 'things product products item items stuff',
  pickup: 'collect collecting pick picked picking picks grab recoger',
  number: 'one two three four five six seven eight nine ten eleven twelve couple half',
  day: `today tonight tomorrow monday tuesday wednesday thursday friday saturday sunday sat sun
    mondays tuesdays wednesdays thursdays fridays saturdays sundays 2day 2nite tonite tmrw
    december november october january february dec nov oct jan feb thanksgiving christmas`,
})

export const COURTESY = set(`actually also dear exactly folks guys hello hey hi just maam mam maybe
  ok okay please pls plz really sir so thank thanks thx up well yeah yes`)

export const MEASURES = set(`bag basket bottle box bunch carton dozen flat gallon head jar lb
  ounce oz pack piece pint pouch pound quart tin tray`)

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

export function numberOf({ text }: Token): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  if (NUMBERS.includes(text)) return NUMBERS.indexOf(text)
  return text === 'couple' ? 2 : /^an?$/.test(text) ? 1 : null
}

const STOP_WORDS = set(`a about afternoon again all already always am an and another any are arent
  as ask at available back be because been being best big bit both breakfast buck but buy by bye
  cant cent come coming could cuanto cuesta dad daughter day de did dinner do doe does doing dollar donde
  done dont down each el else es even evening ever every everyone everything family farm farmer
  father favor few find for free fresh friend from garden get getting give go goes going gone good
  gracias grandma great grow guy happen had has having hay he hello her here his hola home house how hows
  husband i id if ill im in into is isnt it its item ive kid kind know la large las later left let lets
  like little local long look looking los lot love lunch made madam make making many market me mean
  might mine mom money more morning most mother much must my need never new next nice night no noon
  not now o of off old on only online or other our out over page party people per person por price product
  put que raise right run said sale same say see selling shall she shop should site small sold some
  something son soon sort stall stand start stuff still store such sure take talk tell than that the their
  them then there theres these they thing think this those time to too try type un una unas under unos us
  usd use using usually very w wa wanna want wanted was we website week weekend were what when where
  which while who whom whose whos why wife will with without wonder wondering wont would yet youre
  anything buying can carry cost couple didnt doesnt got half have him may offer sell stock tiene
  tienen n u ur r y ya you your yours yall whats wheres whens`)

export function isStopWord({ text, stem }: Pick<Token, 'text' | 'stem'>): boolean {
  return [text, stem].some(
    (word) =>
      STOP_WORDS.has(word) ||
      COURTESY.has(word) ||
      MEASURES.has(word) ||
      NUMBERS.includes(word) ||
      SAME_WORDS.get(word) === 'day',
  )
}

const FOOD_STEMS = new Set([...FOODS].flatMap((food) => [stemOf(food), stemOf(`${food}s`)]))

export function isFood(stem: string): boolean {
  return FOOD_STEMS.has(stem)
}

/** `text` is lowercase without accents and apostrophes; `breaksBefore`: a clause starts here. */
export type Token = { text: string; stem: string; breaksBefore: boolean }

const TOKEN = /[\p{L}\p{N}]+(?:'[\p{L}]+|:\d\d)?|[.,;:!?&+/\n]/gu

const JOINING = /^(?:and|or|but|plus|also|then|n|y|o)$/

export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let breaksBefore = true
  for (const [piece] of fold(text).matchAll(TOKEN)) {
    const isMark = /^[^\p{L}\p{N}]/u.test(piece)
    if (isMark || JOINING.test(piece)) breaksBefore = true
    if (isMark) continue
    const word = piece.replace("'", '')
    tokens.push({ text: word, stem: stemOf(word), breaksBefore })
    breaksBefore = JOINING.test(piece)
  }
  return tokens
}

export function stemsOf(text: string): string[] {
  return tokenize(text).map(({ stem }) => stem)
}

export function lineOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ')
}

/** Maps each topic to one term, so a page saying `medicine` is found by `antibiotics`. */
export function topicsOf(text: string): string[] {
  return stemsOf(text).map((stem) => SAME_TOPICS.get(stem) ?? stem)
}

export function partsOf(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = []
  for (const token of tokens) {
    const last = parts.at(-1)
    if (!last || token.breaksBefore) parts.push([token])
    else last.push(token)
  }
  return parts
}
