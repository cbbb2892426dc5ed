import { type Allergen, allergensOf, allergenTerm } from '../products/allergens.ts'
import { correctSpelling } from './correct-spelling.ts'
import { fold, stemOf } from './word-forms.ts'

export type AllergenQuestion = {
  allergens: readonly Allergen[]
  isBare: boolean
}

const MADE =
  'made/make/makes/baked/bake/cooked/fried/processed/prepared/mixed/coated/topped/sprinkled'
const THING =
  'anything/something/everything/stuff/thing/things/product/products/item/items/one/ones'
const TROUBLE = 'problem/problems/issue/issues/trouble/troubles'
const IS = 'is/are'
const THE = 'the/your/a/this/our'
const PLACE = `stock/season/town/bulk/time/my/advance/hot/here/there/yet/now/edgemont/custer/winter/summer/spring/fall/autumn`
const SHOP_PART = `shop/store/market/stall/stand/fridge/freezer/refrigerator/pantry/oven/pan/cart/order/carton/box/bag/pack/dozen/half/morning/evening/afternoon/winter/summer/spring/fall/picture/photo`
const BUYER = `START/|/@/you/u/ya/yall/we/i/guys/to/can/could/may/will/would/should/do/did/shall/must/please/ever/still/and/dont/didnt/havent/not`
const NOT = `without/no/non/not/zero/never/nothing/none/neither/nor/cannot/unable/isnt/arent/dont/doesnt/didnt/cant/wont/shouldnt/couldnt/wouldnt/mustnt/hasnt/havent/aint`
const BETWEEN = `any/a/an/have/has/had/having/eat/eats/eating/drink/consume/contain/with/use/using/made/from/of/in/include/includes/want/like/need/do/does/got/take/handle/stomach/put/add/added/tree/raw/some/real/to/be/being/allowed/able/supposed/even/touch/come/near`
const HAVE = 'have/got/sell/carry'
const START = 'START so/oh/why/again*'

/** The most times `a*` may repeat. */
const MOST = 8

/**
 * Patterns of consecutive words; `@` is an allergen. `a/b`: one of these. `a~`: a word that begins
 * so. `.`: any word. `a?`: optional. `a*`: optional, and may repeat. `!a`: not before one of these;
 * `^a`: not after. When in doubt, it is about allergens.
 */
const ALWAYS = phrases([
  'allerg~/intoleran~/anaphyla~/epipen/epipens/celiac~/coeliac~',
  'gluten/lactose/vegan/vegans/vegetarian/vegetarians',
])
const WITH_ALLERGEN = phrases([
  'contain~/contaminat~/trace/traces/cross/facility/equipment/avoid~/sans/minus/exclud~/lack~',
  'friendly/suitable/tolerat~/digest~/sensitiv~/reac~/hives/rash/itch/itchy/swell~/sick',
  '^START/| ill',
  'safe/safely/unsafe/danger~',
  '@ and/or? .? free/fre/less !rang~/roam~/run/pickup/delivery/shipping/sample/samples',
  'free of/from any/all/the/both* .? and/or/|? @',
  `@ ${IS}? also/used/present/hidden? in it/them/this/that/those/these/there !shop/store/market/season`,
  `any/some/is/are/there/theres/has/have/with/much/put/use/does/got/find .? .? @ ${IS}? also/used/present/hidden? in !${PLACE}/${THE} .`,
  `any/some/is/are/there/theres/has/have/with/much/put/use/does/got/find .? .? @ ${IS}? also/used/present/hidden? in ${THE} !${SHOP_PART} .`,
  'tiene/tienen @ el/la/los/las',
  '^who has !the/my/your/our .? .? @',
  `^${BUYER} have any/some/a/tree/raw/added* @`,
  'includ~ any/some? @',
  `${MADE} it/them? with/of/from/using/alongside/near/on/next to? .? .? @`,
  'you/they/it/ya/u/farmer use/uses any/some? @',
  `${THING} else? with any/some? @`,
  'what/which !go~ .? .? .? else? with any/some? @',
  `${TROUBLE}/difficult~ with/eating/digesting @`,
  `@ ${TROUBLE}/sensitivit~`,
  '@ is/are/as? a/an? ingredient/ingredients/used',
  '@ is/are/as? one of the ingredient/ingredients/used',
  'away/clear from/of the/all* @',
  'im/am/is/are/shes/hes/was off the/all* @',
  'cut/cutting/leave out the/all* @',
  'gave/give/giving up the/all* @',
  'quit/skip/remove/hold the/all* @',
  'eat ./|* if ./|* @',
  '@ make/makes/made me/him/her/them ./|/@',
  '@ make/makes/made my . ./|/@',
])
const WITHOUT = phrases([`${NOT} ${BETWEEN}* .? @`, `${NOT} ${BETWEEN}* . and/or @`])
const LEFT = 'left/today/available/yet/now/more/again/tomorrow/anymore'
const STILL = 'in/any/this/on stock/more/week/saturday'
/** Asks whether it is sold out, not how to avoid it. */
const SOLD_OUT = phrases([
  `${START} is/are/there/theres* no/not any? @ ${LEFT}`,
  `${START} is/are/there/theres* no/not any? @ ${STILL}`,
  `you/u/ya/we do/did/have? not/dont/didnt/havent ${HAVE}? any? @ ${LEFT}? END`,
  `you/u/ya/we do/did/have? not/dont/didnt/havent ${HAVE}? any? @ ${STILL} END`,
  `you/u/ya/we have/got no ${HAVE}? any? @ ${LEFT}? END`,
  `${START} dont/havent/do you/u/ya not? ${HAVE} any? @ ${LEFT}? END`,
])

const CORRECTED = `allergy allergies allergic allergen allergens contain contains containing
  contained without intolerant intolerance celiac coeliac sensitive sensitivity avoid avoids
  avoiding traces gluten lactose vegan vegetarian`.split(/\s+/)

const BARE = new Set(
  `@ | free fre from of less no non not without zero any and or please only all
  product products food foods stuff vegan vegetarian`.split(/\s+/),
)

/** Allergens a text asks about; `recorded` adds those of product descriptions. Null if none. */
export function allergenQuestion(
  text: string,
  recorded: ReadonlySet<string> = new Set(),
): AllergenQuestion | null {
  const parts = partsOf(text).map((term) => readTerm(term, recorded))
  const line = lineOf(parts.map(({ allergens, text }) => (allergens.length > 0 ? '@' : text)))
  const isAbout =
    isSaid(
      ALWAYS,
      parts.map((part) => part.text),
    ) ||
    (line.includes('@') &&
      (isSaid(WITH_ALLERGEN, line) || (isSaid(WITHOUT, line) && !isSaid(SOLD_OUT, line))))
  if (!isAbout) return null
  const allergens = parts.flatMap((part) => part.allergens)
  return {
    allergens: [...new Map(allergens.map((one) => [one.name, one])).values()],
    isBare: line.includes('@') && line.every((term) => BARE.has(term)),
  }
}

function readTerm(typed: string, recorded: ReadonlySet<string>) {
  const text = CORRECTED.includes(typed) ? typed : (correctSpelling(typed, CORRECTED) ?? typed)
  const known = allergensOf(text)
  const stem = stemOf(typed)
  const own = recorded.has(stem) ? stem : correctSpelling(stem, recorded)
  const allergens =
    known.length > 0 || own === null ? known : [{ name: own, terms: [own], written: [own] }]
  return { text, allergens }
}

/** `|` ends a part of the text; `nut-free`, `nutfree` and `nondairy` are two terms. */
function partsOf(text: string): string[] {
  const plain = fold(text)
    .replace(/\bw\/o\b|\bwith out\b/g, ' without ')
    .replace(/\bw\/\s*/g, ' with ')
    .replace(/\bcan not\b/g, ' cannot ')
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '')
  return (plain.match(/[\p{L}\p{N}]+|[.,;:!?]/gu) ?? []).flatMap((piece) => {
    if (/^[.,;:!?]$/.test(piece)) return ['|']
    const [, before = '', term = '', after = ''] = /^(non)?(.*?)(free|less)?$/.exec(piece) ?? []
    return term && (before || after) && allergenTerm(term)
      ? [before, term, after].filter(Boolean)
      : [piece]
  })
}

const FORMS = /^(?:seeds?|oil|flour|powder|protein|products?|based|butter)$/
const JOINS = /^(?:\||and|or|nor|plus|also|either)$/

/** `tree nuts, sesame seeds and milk` is one `@`. */
function lineOf(marks: readonly string[]): string[] {
  const line: string[] = []
  for (const mark of marks) {
    if (line.at(-1) === '@' && FORMS.test(mark)) continue
    if (mark === '@' && /^(?:tree|whole|raw)$/.test(line.at(-1) ?? '')) line.pop()
    const last = line.findLastIndex((term) => !JOINS.test(term))
    if (mark === '@' && line[last] === '@') line.length = last
    line.push(mark)
  }
  return line.slice(0, line.findLastIndex((term) => term !== '|') + 1)
}

type Step = { has: (term: string) => boolean; at: -1 | 0 | null; least: number; most: number }

function phrases(texts: readonly string[]): Step[][] {
  return texts.map((text) => text.split(' ').map(readStep))
}

function readStep(piece: string): Step {
  const terms = piece.replace(/^[!^]|[?*]$/g, '').split('/')
  const exact = new Set(terms)
  const starts = terms.filter((term) => term.endsWith('~')).map((term) => term.slice(0, -1))
  const has = (term: string) =>
    exact.has(term) ||
    starts.some((start) => term.startsWith(start)) ||
    (exact.has('.') && /^[\p{Ll}\p{Lo}\p{N}]/u.test(term))
  const at = piece.startsWith('^') ? -1 : piece.startsWith('!') ? 0 : null
  return { has, at, least: /[?*]$/.test(piece) ? 0 : 1, most: piece.endsWith('*') ? MOST : 1 }
}

function isSaid(all: readonly Step[][], terms: readonly string[]): boolean {
  const line = ['START', ...terms, 'END']
  return all.some((steps) =>
    line.some((_, at) => steps.reduce((ends, step) => follow(step, line, ends), [at]).length > 0),
  )
}

/** Where a step may end, given where it may begin. */
function follow({ has, at, least, most }: Step, line: readonly string[], from: readonly number[]) {
  if (at !== null) return from.filter((start) => !has(line[start + at] ?? ''))
  const ends = new Set<number>(least === 0 ? from : [])
  for (const start of from)
    for (let end = start; end < start + most && has(line[end] ?? ''); end++) ends.add(end + 1)
  return [...ends]
}
