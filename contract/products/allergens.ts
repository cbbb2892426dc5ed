import { correctSpelling } from '../chat/correct-spelling.ts'
import { fold, stemOf } from '../chat/word-forms.ts'

/** `written`: terms in records, which may be more: a question about nuts also covers peanuts. */
export type Allergen = { name: string; terms: readonly string[]; written: readonly string[] }

const list = (terms: string) => terms.trim().split(/\s+/)

const PEANUTS = list('peanut groundnut arachis')
const NUTS =
  list(`nut almond walnut pecan cashew pistachio hazelnut filbert macadamia chestnut brazilnut
  pinenut marzipan praline nougat nutella`)
const SEAFOOD = list('seafood')
const SHELLFISH =
  list(`shellfish crustacean mollusk mollusc shrimp prawn crab lobster crayfish crawfish clam
  mussel oyster scallop squid octopus snail`)
const FISH = list(
  'fish anchovy cod salmon tuna trout sardine herring mackerel halibut tilapia walleye',
)

/** US law's list, the rest of the EU's, and corn. */
const ALLERGENS: readonly Allergen[] = [
  alike(
    'wheat or gluten',
    `gluten wheat barley rye spelt farro kamut durum semolina bulgur couscous seitan triticale
    einkorn emmer malt graham oat flour celiac coeliac`,
  ),
  alike(
    'milk',
    `milk leche dairy lactose casein whey cheese butter buttermilk cream yogurt yoghurt kefir ghee curd
    quark custard`,
  ),
  alike('eggs', 'egg huevo yolk mayo mayonnaise albumen albumin meringue'),
  { name: 'nuts', terms: NUTS, written: [...NUTS, ...PEANUTS] },
  { name: 'peanuts', terms: PEANUTS, written: [...PEANUTS, 'nut'] },
  alike('sesame', 'sesame tahini benne'),
  alike('soy', 'soy soya soybean tofu edamame tempeh miso'),
  alike('mustard', 'mustard'),
  alike('celery', 'celery celeriac'),
  { name: 'fish', terms: [...FISH, ...SEAFOOD], written: [...FISH, ...SEAFOOD] },
  { name: 'shellfish', terms: [...SHELLFISH, ...SEAFOOD], written: [...SHELLFISH, ...SEAFOOD] },
  alike('sulfites', 'sulfite sulphite sulfur sulphur'),
  alike('lupin', 'lupin lupine'),
  alike('corn', 'corn maize cornstarch'),
]

function alike(name: string, terms: string): Allergen {
  return { name, terms: list(terms), written: list(terms) }
}

const DIETS: ReadonlyMap<string, readonly string[]> = new Map([
  ['vegan', ['milk', 'eggs', 'fish', 'shellfish']],
  ['vegetarian', ['fish', 'shellfish']],
])

const TERMS: ReadonlySet<string> = new Set(ALLERGENS.flatMap(({ terms }) => terms))

const TYPED: ReadonlySet<string> = new Set([...TERMS].flatMap((term) => [term, `${term}s`]))

export function allergenTerm(term: string): string | null {
  const stem = stemOf(term)
  if (TERMS.has(stem)) return stem
  const meant = correctSpelling(term, TYPED)
  return meant === null || meant.length < 4 ? null : stemOf(meant)
}

/** Two for `nut`, several for `vegan`, usually none. */
export function allergensOf(term: string): readonly Allergen[] {
  const names = DIETS.get(term)
  if (names) return ALLERGENS.filter(({ name }) => names.includes(name))
  const meant = allergenTerm(term)
  return meant === null ? [] : ALLERGENS.filter(({ terms }) => terms.includes(meant))
}

/** 'May contain' and typos count. */
export function namesAllergen(record: string, { written }: Pick<Allergen, 'written'>): boolean {
  return recordedIn(record).some((term) => {
    const meant = allergenTerm(term)
    return written.some((one) => meant === one || term.includes(one))
  })
}

export function isAllergenPage({ title, slug }: { title: string; slug: string }): boolean {
  return /allerg/i.test(title) || /allerg/.test(slug)
}

const NAMES_NOTHING = new Set(
  list(`may might can could contain contains containing trace traces and or the with made baked
    alongside beside near next from facility shared equipment processed that this also handles same
    kitchen free none not all any for are see ask label our has have known allergen allergens use
    uses used some both other please only warning must notes info its you tree seed seeds`),
)

/** Every food a record names, in the singular; each counts as an allergen, on our list or not. */
export function recordedIn(records: string): string[] {
  const terms = fold(records).match(/\p{L}{3,}/gu) ?? []
  return [...new Set(terms.filter((term) => !NAMES_NOTHING.has(term)).map(stemOf))]
}
